import type { Frame, Page } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import type { FacetDashboardHandle, FacetDashboardProps } from '../src/react.ts'
import { expectSoon } from './eventually.ts'
import { frameIn, seenIn } from './host.ts'
import { givenSites } from './sites.ts'

type ReactWindow = Window & {
  show: (props: object) => void
  leave: () => void
  asked: string[]
  heard: string[]
  dashboard: { current: FacetDashboardHandle | null }
}

const sites = givenSites()

const show = (page: Page, props: Partial<FacetDashboardProps> = {}): Promise<void> =>
  page.evaluate((given) => (window as unknown as ReactWindow).show(given), { url: sites().facet, ...props })
const heardBy = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as ReactWindow).heard)
const askedOf = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as ReactWindow).asked)
const callsIn = (frame: Frame): Promise<string[]> => seenIn(frame, ({ calls }) => calls)

const opened = async (props: Partial<FacetDashboardProps> = {}): Promise<{ page: Page; frame: Frame; warnings: string[] }> => {
  const page = await sites().open('/react')
  const warnings: string[] = []
  page.on('console', (message) => message.text().startsWith('Facet: ') && warnings.push(message.text()))
  await show(page, props)
  await expectSoon(async () => (await heardBy(page)).includes('ready'), true)
  return { page, frame: await frameIn(page, 'root'), warnings }
}

describe('the component', () => {
  it('creates one frame and uses one session when StrictMode mounts it twice', async () => {
    const { page, frame, warnings } = await opened({ className: 'box' })

    expect(warnings).toEqual([])
    expect(await page.$$('iframe')).toHaveLength(1)
    expect(await callsIn(frame)).toEqual(['start session-1'])
    // Empty filters would remove the dashboard's own.
    expect(await seenIn(frame, ({ live }) => live)).toEqual({ publicId: 'sales' })
    expect(await askedOf(page)).toEqual(['start'])
  })

  it('applies changed props in the same frame', async () => {
    const { page, frame } = await opened({ filters: { 'orders.country': { value: 'USA' } } })
    const look = { scheme: 'dark', locale: 'de-DE', theme: { accent: '#123456' }, allowExport: true } as const
    await show(page, { filters: { 'orders.country': { value: 'France' } }, ...look })
    await expectSoon(async () => (await callsIn(frame)).length, 2)
    await show(page, { publicId: 'costs' })

    await expectSoon(
      () => callsIn(frame),
      [
        'start session-1',
        'set {"filters":{"orders.country":{"value":"France"}},"theme":{"accent":"#123456"},"scheme":"dark","locale":"de-DE","allowExport":true}',
        'set {"publicId":"costs","filters":{},"theme":{},"scheme":"auto"}',
      ],
    )
    // A removed locale is reset.
    expect(await seenIn(frame, ({ changes }) => 'locale' in (changes[1] ?? {}))).toBe(true)
    expect(await page.$$('iframe')).toHaveLength(1)
  })

  it("sends only changed props, so that the viewer's choices stay", async () => {
    const { page, frame } = await opened()
    await show(page, { scheme: 'dark' })
    await expectSoon(async () => (await callsIn(frame)).length, 2)
    await show(page, { scheme: 'dark', publicId: 'costs' })

    await expectSoon(() => callsIn(frame), ['start session-1', 'set {"scheme":"dark"}', 'set {"publicId":"costs"}'])
  })

  it('refreshes and renews through its ref', async () => {
    const { page, frame } = await opened()
    await page.evaluate(async () => {
      const { dashboard } = window as unknown as ReactWindow
      await dashboard.current?.refresh()
      await dashboard.current?.renew()
    })

    expect(await callsIn(frame)).toEqual(['start session-1', 'refresh', 'renew session-2'])
  })

  it('sends nothing when it renders again with equal props', async () => {
    const filters = { 'orders.country': { value: 'USA' } }
    const { page, frame } = await opened({ filters })
    for (const title of ['Sales', 'Sales of today', 'Sales of today']) await show(page, { filters, title })
    await expectSoon(() => page.$eval('iframe', (element) => element.title), 'Sales of today')

    expect(await callsIn(frame)).toEqual(['start session-1'])
    // The latest callback is used.
    await frame.evaluate('window.seen.expire()')
    await expectSoon(() => askedOf(page), ['start', 'expired Sales of today'])
  })

  it('creates a new frame for another URL', async () => {
    const { page } = await opened()
    await show(page, { url: sites().other })

    await expectSoon(() => page.$$eval('iframe', (frames) => frames.map(({ src }) => new URL(src).origin)), [sites().other])
    await expectSoon(async () => callsIn(await frameIn(page, 'root')), ['start session-2'])
  })

  it('removes its frame when it unmounts, and requests nothing more', async () => {
    const { page } = await opened()
    await page.clock.install()
    await page.evaluate(() => (window as unknown as ReactWindow).leave())
    await expectSoon(async () => (await page.$$('iframe')).length, 0)
    await page.clock.fastForward(86_400_000)

    expect(await askedOf(page)).toEqual(['start'])
  })

  it('reports errors separately from other events, and mounts once the missing prop is set', async () => {
    const page = await sites().open('/react')
    await show(page, { publicId: '' })
    await expectSoon(() => heardBy(page), ['error invalid_options', 'error invalid_options'])
    expect(await page.$$('iframe')).toEqual([])
    await show(page, { publicId: 'sales' })

    await expectSoon(async () => (await heardBy(page)).includes('ready'), true)
    await (await frameIn(page, 'root')).evaluate('window.seen.revoke()')
    await expectSoon(async () => (await heardBy(page)).slice(-2), ['revoked', 'error session_revoked'])
  })
})
