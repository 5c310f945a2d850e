import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { askedOf, eventsOf, frameIn, type HostWindow, mountAt, openReady, ready, seenIn, stateOf } from './host.ts'
import { givenSites } from './sites.ts'

const sites = givenSites()

const pageLimitMs = 30_000

describe('a network outage', () => {
  it('runs an overdue renewal as soon as the network is back', async () => {
    const page = await openReady(
      sites(),
      { sessions: ['one;life=3600', '!no network', '!no network', '!no network', 'two'] },
      { hasClock: true },
    )
    await page.context().setOffline(true)
    await page.clock.fastForward(3_301_000)
    await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error')), ['a error session_callback_failed'])
    for (const failures of [2, 3]) {
      await page.clock.fastForward(60_000)
      await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error')).length, failures)
    }
    await page.context().setOffline(false)

    await expectSoon(async () => seenIn(await frameIn(page, 'a'), ({ session }) => session), 'two')
    await expectSoon(() => stateOf(page, 'a'), 'ready')
    expect(await askedOf(page)).toEqual(['a start', 'a renew', 'a renew', 'a renew', 'a renew'])
  })

  it('reports offline when the frame could not load, and loads it when the network is back', async () => {
    const page = await sites().open()
    await page.clock.install()
    await page.context().setOffline(true)
    await mountAt(page, 'a', sites().facet)
    await page.clock.fastForward(pageLimitMs)
    await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error')), ['a error offline'])
    expect(await stateOf(page, 'a')).toBe('failed')
    await page.context().setOffline(false)

    await expectSoon(() => stateOf(page, 'a'), 'ready')
    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual(['start session-a'])
    expect(await askedOf(page)).toEqual(['a start'])
  })

  it('names embedOrigins when the page does not answer, reloads it with backoff, and stops with the embed', async () => {
    const page = await sites().open()
    const loads: string[] = []
    await page.clock.install()
    await page.route(`${sites().facet}/**`, async (route) => {
      loads.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<p>Not the page.' })
    })
    await mountAt(page, 'a', sites().facet)
    const refused = page.evaluate(() =>
      (window as unknown as HostWindow).embeds['a']?.ready.catch(({ code, message, retryable }) => [code, message, retryable] as unknown),
    )
    for (const count of [1, 2, 3]) {
      await expectSoon(async () => loads.length, count)
      await page.clock.fastForward(pageLimitMs)
      await expectSoon(async () => (await eventsOf(page)).filter((event) => event.includes('error timeout')).length, count)
      await page.clock.fastForward(4000)
    }
    await expectSoon(async () => loads.length, 4)
    await page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.destroy())
    await page.clock.fastForward(600_000)

    expect(await refused).toEqual(['timeout', `${sites().facet} did not answer: is ${sites().host} in its embedOrigins?`, true])
    expect(loads).toHaveLength(4)
    expect(new Set(loads)).toEqual(new Set([`${sites().facet}/embed/dashboard/sales?sdk=1`]))
  })
})

describe('a page that accepts the port and never answers', () => {
  it('is reloaded before it receives the next session', async () => {
    const page = await sites().open()
    await page.clock.install()
    const loaded = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith(sites().facet))
    await mountAt(page, 'a', sites().facet, { sessions: ['one;silent=1', 'two'] })
    const frame = await loaded
    await expectSoon(() => seenIn(frame, ({ calls }) => calls), ['start one;silent=1'])
    await page.clock.fastForward(60_000)
    await expectSoon(async () => (await eventsOf(page)).includes('a error timeout'), true)
    await page.clock.fastForward(1000)

    await expectSoon(() => stateOf(page, 'a'), 'ready')
    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual(['start two'])
  })
})

describe('denied storage', () => {
  it('is not needed by the host or in the frame', async () => {
    const page = await sites().open()
    await page.addInitScript(() => {
      const deny = (): never => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
        Object.defineProperty(window, name, { get: deny })
      Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny })
      Object.defineProperty(navigator, 'storage', { get: deny })
    })
    await page.reload()
    await mountAt(page, 'a', sites().facet, { sessions: ['one', 'two'] })
    await ready(page, 'a')
    await page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.renew())
    const frame = await frameIn(page, 'a')

    expect(
      await frame.evaluate(() =>
        Promise.resolve()
          .then(() => window.localStorage.length)
          .catch(({ name }) => name as string),
      ),
    ).toBe('SecurityError')
    expect(await seenIn(frame, ({ calls }) => calls)).toEqual(['start one', 'renew two'])
    expect((await eventsOf(page)).filter((event) => event.includes('error'))).toEqual([])
  })
})
