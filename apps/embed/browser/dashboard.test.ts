import { describe, expect, it } from 'vitest'
import { givenFrames } from './given-frames.ts'
import { eventsOf, expectSoon, type Opened, textOf } from './situations.ts'

const frames = givenFrames()
const loaded = async ({ frame }: Opened): Promise<void> => {
  await frame.getByText('revenue of').waitFor()
}

describe('a dashboard in a plain frame', () => {
  it('loads the widgets in view with one request, and others when they are approached', async () => {
    const shown = await frames.plain({ query: '?session=one&locale=en-US' })
    await loaded(shown)
    const { frame, service, page, problems } = shown

    await expectSoon(
      // Sorted: on a machine that takes a second until the first rows are asked for, the watch comes before them.
      () => service.asked.map(({ path, token }) => `${path} ${token}`).toSorted(),
      ['/api/v1/embed/bootstrap undefined', '/api/v1/embed/dashboard/sales/data token-one', '/api/v1/embed/session/watch token-one'],
    )
    expect(service.data()).toEqual([
      { versionId: 41, widgetIds: ['revenue', 'orders'], filters: [], timeGrains: [], timezone: null, isFresh: false },
    ])
    expect(frame.url()).toBe(`${service.origin}/embed/dashboard/sales?locale=en-US`)
    expect(await frame.getByRole('heading').allInnerTexts()).toEqual(['Sales', 'Revenue', 'Orders', 'Revenue'])
    expect(await textOf(frame)).toContain('Grace Hopper')
    await expectSoon(() => eventsOf(page), ['ready', 'view', 'dashboard-loaded'])
    expect(await frame.getByText('deep of').count()).toBe(0)

    await frame.locator('[data-widget=deep]').scrollIntoViewIfNeeded()

    await frame.getByText('deep of all').waitFor()
    expect(service.data().map(({ widgetIds }) => widgetIds)).toEqual([['revenue', 'orders'], ['deep']])
    expect(problems).toEqual([])
  })

  it('sends one request for a change of a filter, and aborts the one that it makes stale', async () => {
    const shown = await frames.plain()
    await loaded(shown)
    const { frame, service } = shown
    const release = service.hold('data')
    await frame.getByRole('group', { name: 'Status' }).locator('summary').click()
    await frame.getByLabel('shipped').check()
    await expectSoon(() => service.data().length, 2)
    await frame.getByLabel('open', { exact: true }).check()
    await expectSoon(() => service.data().length, 3)
    await expectSoon(
      () => service.asked.filter(({ path }) => path.endsWith('/data')).map(({ isAborted }) => isAborted),
      [false, true, false],
    )
    release()

    await frame.getByText('revenue of shipped and open').waitFor()
    expect(service.data().at(-1)).toMatchObject({
      filters: [{ widgetId: 'status', value: ['shipped', 'open'] }],
      widgetIds: ['revenue', 'orders'],
    })
  })

  it('takes filters of its address for controls that may be changed, and for no others', async () => {
    const filter = (member: string, value: string) => `&f_${member}=${encodeURIComponent(JSON.stringify({ value }))}`
    const shown = await frames.plain({
      query: `?session=one${filter('orders.status', 'open')}${filter('orders.plan', 'x')}${filter('orders.region', 'US')}`,
    })
    await shown.frame.getByText('revenue of open').waitFor()

    expect(shown.service.data()[0]).toMatchObject({ filters: [{ widgetId: 'status', value: 'open' }] })
    expect(await shown.frame.getByRole('textbox').isDisabled()).toBe(true)
    expect(await shown.frame.getByText('Region (locked)').count()).toBe(1)
    expect(await shown.frame.locator('[data-widget=plan]').count()).toBe(0)
  })

  it('says that filters leave no rows, and takes them away', async () => {
    const shown = await frames.plain({ query: `?session=one&f_orders.status=${encodeURIComponent('{"value":"none"}')}` })
    await shown.frame.getByRole('button', { name: 'Clear the filters' }).first().click()

    await shown.frame.getByText('revenue of all').waitFor()
    expect(shown.service.data().at(-1)).toMatchObject({ filters: [{ widgetId: 'status', value: null }] })
  })

  it('has one column and no sideways scrolling on a phone, in the language of its address', async () => {
    const { frame } = await frames.plain({ width: 320, query: '?session=one&locale=de-DE' })
    await frame.locator('[data-widget=revenue] td').first().waitFor()

    expect(await frame.locator('[data-columns]').getAttribute('data-columns')).toBe('1')
    expect(await frame.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await frame.getByText('KI-Antworten sind hier ausgeschaltet.').waitFor()
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('de-DE')
  })

  it('says why without a session', async () => {
    const { frame, service } = await frames.plain({ query: '' })

    await frame.getByRole('heading', { name: 'There is no session in this address' }).waitFor()
    expect(service.asked).toEqual([])
  })
})
