import type { Frame, Page } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import type { Embed } from '../src/index.ts'
import { expectSoon } from './eventually.ts'
import { frameIn, seenIn } from './host.ts'
import { givenSites } from './sites.ts'

type Dashboard = HTMLElement & { embed?: Embed; session?: unknown; filters?: object; theme?: object }

const sites = givenSites()

const callsIn = (frame: Frame): Promise<string[]> => seenIn(frame, ({ calls }) => calls)
/** Without the number that the session of the moment has. */
const plainCallsIn = async (frame: Frame): Promise<string[]> => (await callsIn(frame)).map((call) => call.replace(/-\d+$/, ''))

const write = (page: Page, attributes: string): Promise<void> =>
  page.$eval('#a', (box, html) => void (box.innerHTML = html), `<facet-dashboard ${attributes}></facet-dashboard>`)

const opened = async (attributes = ''): Promise<{ page: Page; frame: Frame }> => {
  const page = await sites().open()
  await write(page, `url="${sites().facet}" public-id="sales" title="Sales" session-url="/sessions" ${attributes}`)
  const frame = await frameIn(page, 'a')
  await expectSoon(() => page.$eval('facet-dashboard', (element: Dashboard) => element.embed?.state), 'ready')
  return { page, frame }
}

describe('the element', () => {
  it('is defined once when the script is loaded twice', async () => {
    const page = await sites().open()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addScriptTag({ url: '/facet-embed.js' })

    expect(errors).toEqual([])
  })

  it('requests a session from its session URL with the reason', async () => {
    const { page, frame } = await opened('locale="de-DE" height="container"')
    await page.$eval('facet-dashboard', (element: Dashboard) => element.embed?.renew())

    expect(await plainCallsIn(frame)).toEqual(['start minted', 'renew minted'])
    expect(sites().askedOfHost.slice(-2)).toEqual(['/sessions?why=start', '/sessions?why=renew'])
    expect(await page.$eval('iframe', ({ style, title }) => [style.height, title])).toEqual(['100%', 'Sales'])
  })

  it('applies changed attributes and properties to the dashboard', async () => {
    const { page, frame } = await opened('locale="de-DE"')
    await page.$eval('facet-dashboard', async (element: Dashboard) => {
      element.setAttribute('scheme', 'dark')
      element.setAttribute('public-id', 'costs')
      element.removeAttribute('locale')
      element.filters = { 'orders.country': { value: 'USA' } }
      element.theme = { accent: '#123456' }
      element.setAttribute('allow-export', '')
      element.title = 'Costs'
      await element.embed?.set({})
    })

    expect((await plainCallsIn(frame)).slice(1)).toEqual([
      'set {"scheme":"dark","publicId":"costs","filters":{"orders.country":{"value":"USA"}},"theme":{"accent":"#123456"},"allowExport":true}',
    ])
    expect(await seenIn(frame, ({ changes }) => 'locale' in (changes[0] ?? {}))).toBe(true)
    expect(await page.$eval('iframe', ({ title }) => title)).toBe('Costs')
  })

  it('ignores unchanged attributes, and sandboxes the frame by its allow attribute', async () => {
    const { page, frame } = await opened('allow="download popup"')
    expect(await page.$eval('iframe', (each) => [each.getAttribute('sandbox'), each.getAttribute('allow')])).toEqual([
      'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups',
      '',
    ])
    await page.$eval('facet-dashboard', async (element: Dashboard) => {
      for (const { name, value } of element.attributes) element.setAttribute(name, value)
      await element.embed?.refresh()
    })
    expect(await plainCallsIn(frame)).toEqual(['start minted', 'refresh'])
    await page.$eval('facet-dashboard', (element) => element.setAttribute('allow', ''))

    await expectSoon(
      () => page.$$eval('iframe', (all) => all.map((each) => each.getAttribute('sandbox'))),
      ['allow-scripts allow-same-origin allow-forms'],
    )
  })

  it('is destroyed when it is removed, and restarts when it is inserted again', async () => {
    const { page } = await opened()
    const states = await page.$eval('facet-dashboard', (element: Dashboard) => {
      const { embed } = element
      element.remove()
      const [gone, frames] = [embed?.state, element.querySelectorAll('iframe').length]
      document.querySelector('#b')?.append(element)
      return [gone, frames, element.embed?.state]
    })

    expect(states).toEqual(['destroyed', 0, 'loading'])
    await expectSoon(async () => plainCallsIn(await frameIn(page, 'b')), ['start minted'])
  })

  it('uses a callback and filters set before its definition, and dispatches its own events', async () => {
    const page = await sites().open()
    await page.evaluate((url) => {
      const view = window as unknown as { said: string[] }
      view.said = []
      const element: Dashboard = document.createElement('facet-dashboard')
      // As a page does whose script comes late: they are then plain properties of the element.
      for (const [property, value] of Object.entries({ session: async () => 'mine', filters: { 'box.px': { value: 222 } } }))
        Object.defineProperty(element, property, { value, configurable: true, enumerable: true, writable: true })
      for (const [name, value] of Object.entries({ url, 'public-id': 'sales', title: 'Sales' })) element.setAttribute(name, value)
      element.addEventListener('ready', (event) => view.said.push((event as CustomEvent<{ publicId: string }>).detail.publicId))
      document.querySelector('#a')?.append(element)
    }, sites().facet)

    await expectSoon(async () => callsIn(await frameIn(page, 'a')), ['start mine'])
    await expectSoon(() => page.$eval('iframe', (frame) => frame.getBoundingClientRect().height), 222)
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual(['sales'])
  })

  it('uses a callback that is set later, in the same frame', async () => {
    const { page, frame } = await opened()
    await page.$eval('facet-dashboard', async (element: Dashboard) => {
      element.session = async () => 'mine'
      await element.embed?.renew()
    })

    expect(await plainCallsIn(frame)).toEqual(['start minted', 'renew mine'])
  })

  it('creates a new frame for another URL, and reports the response of its backend', async () => {
    const { page } = await opened()
    await page.$eval('facet-dashboard', (element, url) => element.setAttribute('url', url), sites().other)
    await expectSoon(() => page.$$eval('iframe', (frames) => frames.map(({ src }) => new URL(src).origin)), [sites().other])

    const message = await page.$eval('facet-dashboard', (element: Dashboard) => {
      const told = new Promise((resolve) =>
        element.addEventListener('error', (event: Event) => resolve((event as CustomEvent<Error>).detail.message)),
      )
      element.setAttribute('session-url', '/refused')
      return told
    })
    expect(message).toContain('/refused answered 403')
  })
})
