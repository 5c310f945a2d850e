import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { askedOf, eventsOf, frameIn, type HostWindow, mountAt, openMounted, openReady, ready, seenIn, stateOf } from './host.ts'
import { givenSites } from './sites.ts'

const sites = givenSites()

describe('a session', () => {
  it('is renewed once for concurrent renewals, in the loaded page', async () => {
    const page = await openReady(sites(), { sessions: ['one', 'two'] })
    const frame = await frameIn(page, 'a')
    await page.evaluate(() => {
      const embed = (window as unknown as HostWindow).embeds['a']
      return Promise.all([embed?.renew(), embed?.renew(), embed?.renew()])
    })

    expect(await seenIn(frame, ({ calls }) => calls)).toEqual(['start one', 'renew two'])
    expect(await askedOf(page)).toEqual(['a start', 'a renew'])
    expect(await stateOf(page, 'a')).toBe('ready')
  })

  it('is renewed before it expires, and requested again when the backend fails', async () => {
    const page = await openReady(sites(), { sessions: ['one;life=3600', '!no network', 'two'] }, { hasClock: true })
    await page.clock.fastForward(3_301_000)
    await expectSoon(async () => (await eventsOf(page)).includes('a error session_callback_failed'), true)
    await page.clock.fastForward(1000)

    await expectSoon(async () => (await eventsOf(page)).slice(-2), ['a state ready', 'a renewed'])
    expect(await seenIn(await frameIn(page, 'a'), ({ session }) => session)).toBe('two')
    expect(await eventsOf(page)).toContain('a session-expiring')
    expect(await askedOf(page)).toEqual(['a start', 'a renew', 'a renew'])
  })

  it('reports its code when it expires, and is replaced', async () => {
    const page = await openReady(sites(), { sessions: ['one', 'two'] })
    await (await frameIn(page, 'a')).evaluate('window.seen.expire()')

    await expectSoon(async () => seenIn(await frameIn(page, 'a'), ({ calls }) => calls), ['start one', 'expired two'])
    expect(await eventsOf(page)).toContain('a expired embed_token_expired')
    await expectSoon(() => stateOf(page, 'a'), 'ready')
  })

  it('is replaced after a pause when the service is unavailable', async () => {
    const page = await openMounted(sites(), { sessions: ['x;refuse=service_unavailable', 'two'] })

    expect(await ready(page, 'a')).toMatchObject({ publicId: 'sales' })
    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual(['start x;refuse=service_unavailable', 'start two'])
    expect(await eventsOf(page)).toContain('a error service_unavailable')
  })

  it('ends the embed when it is revoked: no more requests, and calls reject with the reason', async () => {
    const page = await openReady(sites(), { sessions: ['one', 'x;refuse=session_revoked'] }, { hasClock: true })
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

  it('does not time out later when the page answered in time', async () => {
    const page = await openReady(sites(), {}, { hasClock: true })
    await page.clock.fastForward(120_000)

    expect(await stateOf(page, 'a')).toBe('ready')
    expect((await eventsOf(page)).filter((event) => event.includes('error'))).toEqual([])
  })

  it('fails with the code and request id of the service when it is refused permanently', async () => {
    const page = await openMounted(sites(), { sessions: ['x;refuse=dashboard_not_found!'] })
    const error = await page.evaluate(() =>
      (window as unknown as HostWindow).embeds['a']?.ready.catch(({ code, requestId }) => [code, requestId] as unknown),
    )

    expect(error).toEqual(['dashboard_not_found', 'r-1'])
    expect(await stateOf(page, 'a')).toBe('failed')
  })
})

describe('an embed', () => {
  it('restarts with the next change after a permanent refusal', async () => {
    const page = await openMounted(sites(), { sessions: ['x;refuse=dashboard_not_found!', 'y;refuse=embedding_not_allowed!', 'three'] })
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

  it('requests a session for another dashboard without ending the current one', async () => {
    const page = await openReady(sites(), { sessions: ['one', 'two'] })
    const frame = await frameIn(page, 'a')
    await frame.evaluate('window.seen.reopen()')

    await expectSoon(async () => (await eventsOf(page)).slice(-3), ['a state renewing', 'a state ready', 'a renewed'])
    expect(await seenIn(frame, ({ calls }) => calls)).toEqual(['start one', 'renew two'])
    expect((await eventsOf(page)).filter((event) => /expired|error/.test(event))).toEqual([])
  })

  it('stops following expiry when its renewal is refused permanently', async () => {
    const page = await openReady(sites(), { sessions: ['one;life=3600', 'x;refuse=invalid_request!'] }, { hasClock: true })
    await page.clock.fastForward(3_301_000)
    await expectSoon(() => stateOf(page, 'a'), 'failed')
    await page.clock.fastForward(86_400_000)

    expect(await stateOf(page, 'a')).toBe('failed')
    expect(await askedOf(page)).toEqual(['a start', 'a renew'])
  })

  it('requests nothing while its frame is removed, and restarts when the frame is inserted again', async () => {
    const page = await openReady(sites(), { sessions: ['one;life=3600', 'two'] }, { hasClock: true })
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

  it('rejects a renewal with a timeout when the page reloads meanwhile', async () => {
    const page = await openReady(sites(), { sessions: ['one', 'two;silent=1', 'three'] })
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

describe('an invalid mount', () => {
  it("throws before it creates a frame for the host's own origin, a missing title or a relative URL", async () => {
    const page = await sites().open()
    const codeOf = (url: string, options: object): Promise<string> =>
      mountAt(page, 'a', url, { options }).then(
        () => 'mounted',
        (error: Error) => error.message,
      )

    expect(await codeOf(sites().host, {})).toContain('the frame could read all of it')
    expect(await codeOf(sites().facet, { title: '' })).toContain('title is missing')
    expect(await codeOf('nowhere', {})).toContain('not absolute: nowhere')
    expect(await page.$$('iframe')).toEqual([])
  })

  it("reports blocked_by_csp when the host's policy blocks the frame", async () => {
    const page = await sites().open('/closed')
    await mountAt(page, 'a', sites().facet)

    await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error')), ['a error blocked_by_csp'])
    expect(await stateOf(page, 'a')).toBe('failed')
  })
})

it('leaves nothing behind when it is destroyed, even twice', async () => {
  const page = await sites().open()
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await page.clock.install()
  await mountAt(page, 'a', sites().facet, { sessions: ['one;life=60'] })
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
