import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { close, expectSoon, type HostWindow, type Opened, openPlain, openSdk, openSites, type Sites } from './situations.ts'

let sites: Sites
let opened: Opened | undefined
beforeAll(async () => {
  sites = await openSites()
})
afterEach(async () => {
  if (opened) await close(opened)
  opened = undefined
})
afterAll(() => sites.close())

describe('the start of a frame', () => {
  it.each([
    ['an address', (prepare: Parameters<typeof openPlain>[3]) => openPlain(sites, '?session=s1', 1280, prepare)],
    ['an SDK', (prepare: Parameters<typeof openPlain>[3]) => openSdk(sites, {}, prepare)],
  ])('asks for the dashboard before the bundle is there, with the session of %s', async (_, open) => {
    let release = (): void => undefined
    opened = await open((service) => {
      release = service.holdFiles()
    })
    const { service, frame } = opened
    await expectSoon(() => service.asked.map(({ path, body }) => [path, body.sessionId]), [['/api/v1/embed/bootstrap', 's1']])
    expect(await frame.locator('#page').innerHTML()).toBe('')
    release()

    await frame.getByText('revenue of all').waitFor()
    expect(service.asked.filter(({ path }) => path.endsWith('bootstrap'))).toHaveLength(1)
  })

  it('does nothing in a frame that only fetches files', async () => {
    opened = await openPlain(sites, '?preload=1')
    const { service, frame } = opened
    await frame.waitForLoadState('networkidle')

    expect(service.asked).toEqual([])
    expect(await frame.locator('#page').innerHTML()).toBe('')
  })

  it('asks the SDK for another session where the first was used', async () => {
    opened = await openSdk(sites, {}, ({ used }) => used.add('s1'))
    const { page, frame } = opened

    await frame.getByText('revenue of all').waitFor({ timeout: 20_000 })
    expect(await page.evaluate(() => (window as unknown as HostWindow).asked)).toEqual(['start', 'start'])
  })
})

describe('a frame of the SDK', () => {
  it('goes over to another dashboard, with a session of its own', async () => {
    opened = await openSdk(sites)
    const { page, frame, service } = opened
    await frame.getByText('revenue of all').waitFor()
    await page.evaluate(() => (window as unknown as HostWindow).embed.set({ publicId: 'costs' }))

    await frame.getByRole('heading', { name: 'Costs' }).waitFor()
    await frame.getByText('revenue of all').waitFor()
    expect(service.asked.at(-1)).toMatchObject({ path: '/api/v1/embed/dashboard/costs/data', token: 'token-s2' })
  })

  it('shows a dashboard that was published again, with what was chosen', async () => {
    opened = await openSdk(sites)
    const { frame, service } = opened
    await frame.getByText('revenue of all').waitFor()
    service.republish()
    await frame.getByRole('combobox').selectOption('month')

    await expectSoon(() => service.data().map(({ versionId }) => versionId), [41, 41, 42])
    expect(service.data().at(-1)).toMatchObject({ timeGrains: [{ widgetId: 'grain', grain: 'month' }] })
    await frame.getByText('revenue of all').waitFor()
  })
})
