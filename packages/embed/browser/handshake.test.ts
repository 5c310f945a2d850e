import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { askedOf, eventsOf, frameIn, heightOf, type HostWindow, mountAt, openMounted, openReady, ready, seenIn, stateOf } from './host.ts'
import { givenSites } from './sites.ts'

const sites = givenSites()

describe('an embed', () => {
  it('sends the session over a port, to a page of the configured origin', async () => {
    const page = await openMounted(sites())

    expect(await ready(page, 'a')).toEqual({
      embedTenant: 'acme',
      deploymentId: 1,
      mode: 'signed',
      surface: 'dashboard',
      publicId: 'sales',
    })
    const frame = await frameIn(page, 'a')
    expect(await seenIn(frame, ({ calls, origin }) => [...calls, origin])).toEqual(['start session-a', sites().host])
    expect(frame.url()).toBe(`${sites().facet}/embed/dashboard/sales?sdk=1`)
    expect(sites().asked.filter((url) => url.includes('session-a'))).toEqual([])
  })

  it('sets the permissions of the frame', async () => {
    const page = await openMounted(sites())
    await mountAt(page, 'b', sites().facet, { options: { allow: [] } })
    const attributes = (id: string) =>
      page.$eval(`#${id} iframe`, (frame) => ['sandbox', 'allow', 'title', 'referrerpolicy'].map((name) => frame.getAttribute(name)))

    expect(await attributes('a')).toEqual([
      'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups',
      'fullscreen; clipboard-write',
      'Sales a',
      'origin',
    ])
    expect(await attributes('b')).toEqual(['allow-scripts allow-same-origin allow-forms', '', 'Sales b', 'origin'])
  })

  it('ignores messages of other origins and of other windows of the right origin', async () => {
    const page = await openReady(sites())
    const forge = (src: string) =>
      page.evaluate(async (address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve))
      }, src)
    await forge(`${sites().other}/embed/dashboard/x`)
    await forge(`${sites().facet}/embed/dashboard/x`)
    for (const frame of page.frames().slice(2))
      await frame.evaluate((target) => {
        window.parent.postMessage({ protocol: 'facet-embed/1', type: 'hello' }, target)
        window.parent.frames[0]?.postMessage({ protocol: 'facet-embed/1', type: 'connect' }, '*', [new MessageChannel().port2])
      }, sites().host)
    await page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.refresh())

    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual(['start session-a', 'refresh'])
    expect(await askedOf(page)).toEqual(['a start'])
  })

  it('keeps several sessions on one page separate', async () => {
    const page = await sites().open()
    for (const id of ['a', 'b', 'c']) await mountAt(page, id, sites().facet)
    await Promise.all(['a', 'b', 'c'].map((id) => ready(page, id)))
    await (await frameIn(page, 'b')).evaluate('window.seen.revoke()')
    await expectSoon(() => stateOf(page, 'b'), 'revoked')

    expect(await Promise.all(['a', 'b', 'c'].map(async (id) => seenIn(await frameIn(page, id), ({ session }) => session)))).toEqual([
      'session-a',
      'session-b',
      'session-c',
    ])
    expect(await Promise.all(['a', 'c'].map((id) => stateOf(page, id)))).toEqual(['ready', 'ready'])
  })

  it('starts with changes made before it was ready, and sends later changes as one', async () => {
    const page = await openMounted(sites(), { set: { locale: 'de-DE', filters: { 'box.px': { value: 444 } } } })
    await expectSoon(() => heightOf(page, 'a'), 444)
    await page.evaluate(() => {
      const embed = (window as unknown as HostWindow).embeds['a']
      return Promise.all([embed?.set({ scheme: 'dark' }), embed?.set({ locale: 'fr-FR' })])
    })

    expect(await seenIn(await frameIn(page, 'a'), ({ calls }) => calls)).toEqual([
      'start session-a',
      'set {"scheme":"dark","locale":"fr-FR"}',
    ])
  })

  it('reports the part of a change that the page does not know', async () => {
    const page = await openMounted(sites())
    const code = await page.evaluate(() =>
      (window as unknown as HostWindow).embeds['a']?.ready.then(() =>
        (window as unknown as HostWindow).embeds['a']?.set({ colour: 'red' } as object).catch((error: { code: string }) => error.code),
      ),
    )

    expect(code).toBe('invalid_message')
  })

  it('restarts with a new session and the last settings when its page reloads', async () => {
    const page = await openMounted(sites(), { sessions: ['one', 'two'] })
    await page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.set({ filters: { 'box.px': { value: 222 } } }))
    await (await frameIn(page, 'a')).evaluate(() => location.reload())

    await expectSoon(async () => seenIn(await frameIn(page, 'a'), ({ calls }) => calls), ['start two'])
    await expectSoon(() => heightOf(page, 'a'), 222)
    await expectSoon(async () => (await eventsOf(page)).filter((event) => event === 'a ready').length, 2)
  })
})
