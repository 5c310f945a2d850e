import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { askedOf, eventsOf, frameIn, type HostWindow, mountAt, ready, seenIn, stateOf } from './host.ts'
import { openSites, type Sites } from './sites.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

describe('a session', () => {
  it('is renewed once for all who ask meanwhile, in the page that is there', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['one', 'two'] })
    await ready(page, 'a')
    const frame = await frameIn(page, 'a')
    await page.evaluate(() => {
      const embed = (window as unknown as HostWindow).embeds['a']
      return Promise.all([embed?.renew(), embed?.renew(), embed?.renew()])
    })

    expect(await seenIn(frame, ({ calls }) => calls)).toEqual(['start one', 'renew two'])
    expect(await askedOf(page)).toEqual(['a start', 'a renew'])
    expect(await stateOf(page, 'a')).toBe('ready')
  })

  it('is renewed before it ends, and asked for again where the backend fails', async () => {
    const page = await sites.open()
    await page.clock.install()
    await mountAt(page, 'a', sites.facet, { sessions: ['one;life=3600', '!no network', 'two'] })
    await ready(page, 'a')
    await page.clock.fastForward(3_301_000)
    await expectSoon(async () => (await eventsOf(page)).includes('a error session_callback_failed'), true)
    await page.clock.fastForward(1000)

    await expectSoon(async () => (await eventsOf(page)).slice(-2), ['a state ready', 'a renewed'])
    expect(await seenIn(await frameIn(page, 'a'), ({ session }) => session)).toBe('two')
    expect(await eventsOf(page)).toContain('a session-expiring')
    expect(await askedOf(page)).toEqual(['a start', 'a renew', 'a renew'])
  })

  it('that has ended is told with its code, and replaced', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['one', 'two'] })
    await ready(page, 'a')
    await (await frameIn(page, 'a')).evaluate('window.seen.expire()')

    await expectSoon(async () => seenIn(await frameIn(page, 'a'), ({ calls }) => calls), ['start one', 'expired two'])
    expect(await eventsOf(page)).toContain('a expired embed_token_expired')
    await expectSoon(() => stateOf(page, 'a'), 'ready')
  })

  it('that was used already is replaced by the next one, after a pause', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['x;refuse=session_used', 'two'] })

    expect(await ready(page, 'a')).toMatchObject({ publicId: 'sales' })
    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual(['start x;refuse=session_used', 'start two'])
    expect(await eventsOf(page)).toContain('a error session_used')
  })

  it('that is revoked ends the embed: nothing is asked for, and a call says why', async () => {
    const page = await sites.open()
    await page.clock.install()
    await mountAt(page, 'a', sites.facet, { sessions: ['one', 'x;refuse=session_revoked'] })
    await ready(page, 'a')
    const codes = await page.evaluate(async () => {
      const embed = (window as unknown as HostWindow).embeds['a']
      const codeOf = (promise?: Promise<unknown>) => promise?.catch(({ code }) => code as string)
      return [await codeOf(embed?.renew()), await codeOf(embed?.set({ locale: 'de-DE' })), await codeOf(embed?.renew())]
    })
    await page.clock.fastForward(86_400_000)

    expect(codes).toEqual(['session_revoked', 'session_revoked', 'session_revoked'])
    expect(await stateOf(page, 'a')).toBe('revoked')
    expect((await eventsOf(page)).at(-1)).toBe('a revoked session_revoked')
    expect(await askedOf(page)).toEqual(['a start', 'a renew'])
  })

  it('is not doubted once the page has answered in time', async () => {
    const page = await sites.open()
    await page.clock.install()
    await mountAt(page, 'a', sites.facet)
    await ready(page, 'a')
    await page.clock.fastForward(120_000)

    expect(await stateOf(page, 'a')).toBe('ready')
    expect((await eventsOf(page)).filter((event) => event.includes('error'))).toEqual([])
  })

  it('that is refused for good fails with the code and request id of the service', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['x;refuse=dashboard_not_found!'] })
    const error = await page.evaluate(() =>
      (window as unknown as HostWindow).embeds['a']?.ready.catch(({ code, requestId }) => [code, requestId] as unknown),
    )

    expect(error).toEqual(['dashboard_not_found', 'r-1'])
    expect(await stateOf(page, 'a')).toBe('failed')
  })
})

describe('an embed', () => {
  it('that was refused for good starts again with what is set then', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['x;refuse=dashboard_not_found!', 'y;refuse=embedding_not_allowed!', 'three'] })
    await expectSoon(() => stateOf(page, 'a'), 'failed')
    const setTo = (publicId: string) =>
      page.evaluate(
        (id) =>
          (window as unknown as HostWindow).embeds['a']?.set({ publicId: id }).then(
            () => 'shown',
            ({ code }) => code as string,
          ),
        publicId,
      )

    expect([await setTo('costs'), await setTo('plans')]).toEqual(['embedding_not_allowed', 'shown'])
    expect(await seenIn(await frameIn(page, 'a'), ({ calls, live }) => [calls.at(-1), live])).toEqual([
      'start three',
      { publicId: 'plans' },
    ])
  })

  it('is asked for a session where another dashboard is opened, which is no end of the one in use', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['one', 'two'] })
    await ready(page, 'a')
    const frame = await frameIn(page, 'a')
    await frame.evaluate('window.seen.reopen()')

    await expectSoon(async () => (await eventsOf(page)).slice(-3), ['a state renewing', 'a state ready', 'a renewed'])
    expect(await seenIn(frame, ({ calls }) => calls)).toEqual(['start one', 'renew two'])
    expect((await eventsOf(page)).filter((event) => /expired|error/.test(event))).toEqual([])
  })

  it('whose renewal is refused for good tells no end of a session that it does not follow', async () => {
    const page = await sites.open()
    await page.clock.install()
    await mountAt(page, 'a', sites.facet, { sessions: ['one;life=3600', 'x;refuse=invalid_request!'] })
    await ready(page, 'a')
    await page.clock.fastForward(3_301_000)
    await expectSoon(() => stateOf(page, 'a'), 'failed')
    await page.clock.fastForward(86_400_000)

    expect(await stateOf(page, 'a')).toBe('failed')
    expect(await askedOf(page)).toEqual(['a start', 'a renew'])
  })

  it('whose frame was taken away asks for nothing more, and begins anew where it is put back', async () => {
    const page = await sites.open()
    await page.clock.install()
    await mountAt(page, 'a', sites.facet, { sessions: ['one;life=3600', 'two'] })
    await ready(page, 'a')
    await page.evaluate(() => {
      const frame = document.querySelector('iframe')
      Object.assign(window, { frame })
      frame?.remove()
    })
    await page.clock.fastForward(86_400_000)
    await expectSoon(() => stateOf(page, 'a'), 'failed')
    expect(await askedOf(page)).toEqual(['a start'])
    await page.evaluate(() => document.querySelector('#a')?.append((window as unknown as { frame: Element }).frame))

    await expectSoon(() => stateOf(page, 'a'), 'ready')
    expect(await askedOf(page)).toEqual(['a start', 'a start'])
  })

  it('rejects a renewal with an error of its own where the page is loaded again meanwhile', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { sessions: ['one', 'two;silent=1', 'three'] })
    await ready(page, 'a')
    const frame = await frameIn(page, 'a')
    const renewed = page.evaluate(() =>
      (window as unknown as HostWindow).embeds['a']?.renew().catch(({ name, code, retryable }) => [name, code, retryable] as unknown),
    )
    await expectSoon(() => seenIn(frame, ({ calls }) => calls.length), 2)
    await frame.evaluate(() => location.reload())

    expect(await renewed).toEqual(['EmbedError', 'timeout', true])
    await expectSoon(() => stateOf(page, 'a'), 'ready')
  })
})

describe('what cannot be', () => {
  it('is refused before there is a frame: the origin of the host, no title, no such element', async () => {
    const page = await sites.open()
    const codeOf = (url: string, options: object): Promise<string> =>
      mountAt(page, 'a', url, { options }).then(
        () => 'mounted',
        (error: Error) => error.message,
      )

    expect(await codeOf(sites.host, {})).toContain('the frame could read all of it')
    expect(await codeOf(sites.facet, { title: '' })).toContain('title is missing')
    expect(await codeOf('nowhere', {})).toContain('not absolute: nowhere')
    expect(await page.$$('iframe')).toEqual([])
  })

  it('is told where the policy of the host refuses the frame', async () => {
    const page = await sites.open('/closed')
    await mountAt(page, 'a', sites.facet)

    await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error')), ['a error blocked_by_csp'])
    expect(await stateOf(page, 'a')).toBe('failed')
  })
})

it('leaves nothing when it is destroyed, also twice', async () => {
  const page = await sites.open()
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await page.clock.install()
  await mountAt(page, 'a', sites.facet, { sessions: ['one;life=60'] })
  await ready(page, 'a')
  const error = await page.evaluate(async () => {
    const embed = (window as unknown as HostWindow).embeds['a']
    embed?.destroy()
    embed?.destroy()
    return embed?.set({ locale: 'de-DE' }).catch(({ code }) => code as string)
  })
  await page.clock.fastForward(600_000)

  expect(error).toBe('destroyed')
  expect(await stateOf(page, 'a')).toBe('destroyed')
  expect(await page.$$('iframe')).toEqual([])
  expect(await askedOf(page)).toEqual(['a start'])
  expect(uncaught).toEqual([])
})
