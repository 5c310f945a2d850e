import type { Frame, Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FacetDashboardHandle, FacetDashboardProps } from '../src/react.ts'
import { expectSoon } from './eventually.ts'
import { frameIn, seenIn } from './host.ts'
import { openSites, type Sites } from './sites.ts'

type ReactWindow = Window & {
  show: (props: object) => void
  leave: () => void
  asked: string[]
  heard: string[]
  dashboard: { current: FacetDashboardHandle | null }
}

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const show = (page: Page, props: Partial<FacetDashboardProps> = {}): Promise<void> =>
  page.evaluate((given) => (window as unknown as ReactWindow).show(given), { url: sites.facet, ...props })
const heardBy = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as ReactWindow).heard)
const askedOf = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as ReactWindow).asked)
const callsIn = (frame: Frame): Promise<string[]> => seenIn(frame, ({ calls }) => calls)

const opened = async (props: Partial<FacetDashboardProps> = {}): Promise<{ page: Page; frame: Frame }> => {
  const page = await sites.open('/react')
  await show(page, props)
  await expectSoon(async () => (await heardBy(page)).includes('ready'), true)
  return { page, frame: await frameIn(page, 'root') }
}

describe('the component', () => {
  it('leaves one frame, and spends one session, where StrictMode mounts it twice', async () => {
    const { page, frame } = await opened()

    expect(await page.$$('iframe')).toHaveLength(1)
    expect(await callsIn(frame)).toEqual(['start session-1'])
    // Empty filters would take away those that the dashboard has by itself.
    expect(await seenIn(frame, ({ live }) => live)).toEqual({ publicId: 'sales' })
    expect(await askedOf(page)).toEqual(['start'])
  })

  it('makes changed props changes of what is shown, in the frame that is there', async () => {
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
    // A language that is no longer said is taken back, not kept.
    expect(await seenIn(frame, ({ changes }) => 'locale' in (changes[1] ?? {}))).toBe(true)
    expect(await page.$$('iframe')).toHaveLength(1)
  })

  it('says what changed and nothing else, so that what viewers chose stays', async () => {
    const { page, frame } = await opened()
    await show(page, { scheme: 'dark' })
    await expectSoon(async () => (await callsIn(frame)).length, 2)
    await show(page, { scheme: 'dark', publicId: 'costs' })

    await expectSoon(() => callsIn(frame), ['start session-1', 'set {"scheme":"dark"}', 'set {"publicId":"costs"}'])
  })

  it('is asked by its ref to query again, and to renew', async () => {
    const { page, frame } = await opened()
    await page.evaluate(async () => {
      const { dashboard } = window as unknown as ReactWindow
      await dashboard.current?.refresh()
      await dashboard.current?.renew()
    })

    expect(await callsIn(frame)).toEqual(['start session-1', 'refresh', 'renew session-2'])
  })

  it('says nothing to the page where it is rendered again with equal props', async () => {
    const filters = { 'orders.country': { value: 'USA' } }
    const { page, frame } = await opened({ filters })
    for (const title of ['Sales', 'Sales of today', 'Sales of today']) await show(page, { filters, title })
    await expectSoon(() => page.$eval('iframe', (element) => element.title), 'Sales of today')

    expect(await callsIn(frame)).toEqual(['start session-1'])
    // The callback of the last rendering is the one that is asked.
    await frame.evaluate('window.seen.expire()')
    await expectSoon(() => askedOf(page), ['start', 'expired Sales of today'])
  })

  it('is another frame at another address', async () => {
    const { page } = await opened()
    await show(page, { url: sites.other })

    await expectSoon(() => page.$$eval('iframe', (frames) => frames.map(({ src }) => new URL(src).origin)), [sites.other])
    await expectSoon(async () => callsIn(await frameIn(page, 'root')), ['start session-2'])
  })

  it('takes its frame along when it goes, and asks for nothing more', async () => {
    const { page } = await opened()
    await page.clock.install()
    await page.evaluate(() => (window as unknown as ReactWindow).leave())
    await expectSoon(async () => (await page.$$('iframe')).length, 0)
    await page.clock.fastForward(86_400_000)

    expect(await askedOf(page)).toEqual(['start'])
  })

  it('tells errors apart from other events, and mounts once what was missing is there', async () => {
    const page = await sites.open('/react')
    await show(page, { publicId: '' })
    await expectSoon(() => heardBy(page), ['error invalid_options', 'error invalid_options'])
    expect(await page.$$('iframe')).toEqual([])
    await show(page, { publicId: 'sales' })

    await expectSoon(async () => (await heardBy(page)).includes('ready'), true)
    await (await frameIn(page, 'root')).evaluate('window.seen.revoke()')
    await expectSoon(async () => (await heardBy(page)).slice(-2), ['revoked', 'error session_revoked'])
  })
})
