import { describe, expect, it } from 'vitest'
import { givenFrames } from './given-frames.ts'
import { expectSoon, type HostWindow, type PlainWish } from './situations.ts'

type Prepare = NonNullable<PlainWish['prepare']>

const frames = givenFrames()

describe('the start of a frame', () => {
  it.each([
    ['an address', (prepare: Prepare) => frames.plain({ query: '?session=s1', prepare })],
    ['an SDK', (prepare: Prepare) => frames.sdk({ prepare })],
  ])('asks for the dashboard before the bundle is there, with the session of %s', async (_, open) => {
    let release = (): void => undefined
    const { service, frame } = await open((each) => {
      release = each.hold('files')
    })
    await expectSoon(() => service.asked.map(({ path, body }) => [path, body.sessionId]), [['/api/v1/embed/bootstrap', 's1']])
    expect(await frame.locator('#page').innerHTML()).toBe('')
    release()

    await frame.getByText('revenue of all').waitFor()
    expect(service.asked.filter(({ path }) => path.endsWith('bootstrap'))).toHaveLength(1)
  })

  it('does nothing in a frame that only fetches files', async () => {
    const { service, frame } = await frames.plain({ query: '?preload=1' })
    await frame.waitForLoadState('networkidle')

    expect(service.asked).toEqual([])
    expect(await frame.locator('#page').innerHTML()).toBe('')
  })

  it('fails with session_used and its request id when the session was used before, and asks for no other', async () => {
    const { page, frame } = await frames.sdk({ prepare: ({ used }) => used.add('s1') })
    await frame.getByText('Request: request-1').waitFor()

    const error = await page.evaluate(() =>
      (window as unknown as HostWindow).embed.ready.catch((reason: unknown) => JSON.stringify(reason)),
    )
    expect(JSON.parse(error as unknown as string)).toMatchObject({ code: 'session_used', retryable: false, requestId: 'request-1' })
    expect(await page.evaluate(() => (window as unknown as HostWindow).asked)).toEqual(['start'])
  })
})

describe('a frame of the SDK', () => {
  it('goes over to another dashboard, with a session of its own', async () => {
    const { page, frame, service } = await frames.sdk()
    await frame.getByText('revenue of all').waitFor()
    await page.evaluate(() => (window as unknown as HostWindow).embed.set({ publicId: 'costs' }))

    await frame.getByRole('heading', { name: 'Costs' }).waitFor()
    await frame.getByText('revenue of all').waitFor()
    expect(service.asked.findLast(({ path }) => path.endsWith('/data'))).toMatchObject({
      path: '/api/v1/embed/dashboard/costs/data',
      token: 'token-s2',
    })
  })

  it('shows the last of dashboards that are set one after another, and tells of no end', async () => {
    const { page, frame, service } = await frames.sdk()
    await frame.getByText('revenue of all').waitFor()
    const release = service.hold('bootstrap')
    const setTo = (publicId: string) => page.evaluate((id) => (window as unknown as HostWindow).embed.set({ publicId: id }), publicId)
    const bootstraps = () => service.asked.filter(({ path }) => path.endsWith('bootstrap')).map(({ body }) => body.dashboardPublicId)
    const toCosts = setTo('costs')
    await expectSoon(bootstraps, ['sales', 'costs'])
    await frame.getByText('Loading the dashboard').first().waitFor()
    const toPlans = setTo('plans')
    await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    release()
    await Promise.all([toCosts, toPlans])

    expect(bootstraps()).toEqual(['sales', 'costs', 'plans'])
    await expectSoon(() => service.asked.findLast(({ path }) => path.endsWith('/data'))?.path, '/api/v1/embed/dashboard/plans/data')
    const said = await page.evaluate(() => {
      const { asked, events } = window as unknown as HostWindow
      return [asked, events.filter(({ type }) => type === 'expired' || type === 'error')]
    })
    expect(said).toEqual([['start', 'renew', 'renew'], []])
  })

  it('shows a dashboard that was published again, with what was chosen', async () => {
    const { frame, service } = await frames.sdk()
    await frame.getByText('revenue of all').waitFor()
    service.republish()
    await frame.getByRole('combobox').selectOption('month')

    await expectSoon(() => service.data().map(({ versionId }) => versionId), [41, 41, 42])
    expect(service.data().at(-1)).toMatchObject({ timeGrains: [{ widgetId: 'grain', grain: 'month' }] })
    await frame.getByText('revenue of all').waitFor()
  })
})
