import { describe, expect, it } from 'vitest'
import { everyKind, everyKindFailing, onlyWidgets } from './every-kind.ts'
import type { FakeDashboard } from './fake-dashboard.ts'
import { focused, focusPlace, focusProblems } from './focus.ts'
import { givenFrames } from './given-frames.ts'
import { expectSoon, type Opened } from './situations.ts'

const frames = givenFrames()

const openPage = (dashboard: FakeDashboard): Promise<Opened> =>
  frames.plain({
    query: '?session=one&allowExport=true',
    height: 2100,
    prepare: (service) => {
      service.dashboard = dashboard
    },
  })
/** A page with one chart, and the link before it. */
const openChart = async (): Promise<Opened> => {
  const opened = await openPage(onlyWidgets('note', 'bar'))
  await opened.frame.locator('[data-widget=bar] figure[aria-busy=false] svg.marks').waitFor()
  return opened
}
const allDrawn = async ({ frame }: Opened): Promise<void> => {
  for (const id of ['bar', 'line', 'faceted']) await frame.locator(`[data-widget=${id}] figure[aria-busy=false] svg.marks`).waitFor()
  for (const id of ['table', 'map']) await frame.locator(`[data-widget=${id}] tbody tr`).first().waitFor()
  await frame.locator('[data-widget=html] iframe').waitFor()
}
const press = async ({ page }: Opened, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
/** By keys alone, from the top of the page. */
const tabTo = async (opened: Opened, what: string): Promise<void> => {
  for (let stops = 0; stops < 60; stops++) {
    await press(opened, 'Tab')
    if ((await focused(opened.frame)) === what) return
  }
  throw new Error(`No Tab leads to ${what}.`)
}
type Box = { x: number; y: number; width: number; height: number } | null
/** Whether a box begins over another. */
const isOver = (under: Box, box: Box): boolean => {
  if (!under || !box) return false
  const [x, y] = [box.x - under.x, box.y - under.y]
  return x > 0 && x < under.width && y > 0 && y < under.height
}
const hasLeft = ({ page }: Opened): Promise<boolean> => page.evaluate(() => document.activeElement?.textContent === 'After')

describe('by keys alone', () => {
  it('reaches every control in page order, with a visible focus ring and no focus trap', async () => {
    const opened = await openPage(everyKind)
    await allDrawn(opened)
    const figures = await opened.frame.locator('figure').count()
    expect(figures).toBe(3)
    expect(await opened.frame.locator('figure').getByRole('button', { name: 'Show as table' }).count()).toBe(figures)
    const stops: string[] = []
    const problems: string[] = []
    let place = -1
    for (let count = 0; count < 80; count++) {
      await press(opened, 'Tab')
      if (await hasLeft(opened)) break
      const [what, now] = [await focused(opened.frame), await focusPlace(opened.frame)]
      problems.push(...(await focusProblems(opened.frame)).map((problem) => `${what}: ${problem}`))
      if (now < place) problems.push(`${what} comes before what had the focus.`)
      // The parts of a date are one control.
      if (now !== place) stops.push(what)
      place = now
    }

    expect(await hasLeft(opened)).toBe(true)
    expect(problems).toEqual([])
    expect(stops.map((stop) => stop.replace(/ chart: .*/, ' chart').replace(/^div Chart: .*/, 'div chart'))).toEqual([
      'summary Status All',
      'button Clear',
      'input Amount: From',
      'input Amount: To',
      'select Gift',
      'button Clear',
      'input Created: From',
      'input Created: To',
      'select Grain',
      'a handbook',
      'div Bar chart',
      'button Show as table',
      'div Line chart',
      'button Show as table',
      'div chart',
      'button Show as table',
      'div The table, 300 rows',
      ...['Customer', 'Status', 'Created', 'Revenue', 'Count'].map((name) => `button Sort by ${name}, smallest first`),
      'button Download CSV',
      'div The html',
      'iframe The html',
      'div The map, 3 rows',
      ...['Customer', 'Status', 'Created', 'Revenue', 'Count'].map((name) => `button Sort by ${name}, smallest first`),
      'button Download CSV',
    ])
  })

  it('opens, searches, chooses, closes and clears a filter, and never loses the focus', async () => {
    const opened = await frames.plain()
    await opened.frame.getByText('revenue of all').waitFor()
    const { frame, page, service } = opened
    await tabTo(opened, 'summary Status All')
    await press(opened, 'Enter')
    await frame.getByRole('searchbox').waitFor()
    await press(opened, 'Tab')
    expect(await focused(frame)).toBe('input Status: Search')
    await page.keyboard.type('ship')
    await expectSoon(
      () => service.asked.findLast(({ path }) => path.endsWith('/choices'))?.body,
      expect.objectContaining({ search: 'ship' }),
    )
    await press(opened, 'Tab')
    expect(await focused(frame)).toBe('input shipped')
    await press(opened, 'Space')
    await expectSoon(() => service.data().at(-1)?.filters, [{ widgetId: 'status', value: ['shipped'] }])
    await press(opened, 'Escape')
    expect(await frame.getByRole('searchbox').count()).toBe(0)
    expect(await focusProblems(frame)).toEqual([])
    expect(await frame.locator(':focus').textContent()).toBe('shipped')

    await press(opened, 'Shift+Tab')
    expect(await focused(frame)).toBe('button Clear')
    await press(opened, 'Enter')
    await expectSoon(() => service.data().at(-1)?.filters, [{ widgetId: 'status', value: null }])
    expect(await frame.locator(':focus').textContent()).toBe('All')
  })

  it('changes the time grain', async () => {
    const opened = await frames.plain()
    await opened.frame.getByText('revenue of all').waitFor()
    await tabTo(opened, 'select Grain')
    await press(opened, 'm')

    await expectSoon(() => opened.service.data().at(-1), expect.objectContaining({ timeGrains: [{ widgetId: 'grain', grain: 'month' }] }))
  })

  it('reads the marks of a chart and drills into one', async () => {
    const opened = await openChart()
    const { frame, page } = opened
    await frame.locator('[data-widget=note] a').focus()
    await press(opened, 'Tab')
    const tooltip = frame.locator('[data-widget=bar] [role=tooltip]')
    expect(await frame.locator(':focus').getAttribute('aria-label')).toContain('Bar chart: Revenue and Count')
    await expectSoon(() => tooltip.textContent(), expect.stringMatching(/^Status(cancelled|paid)Revenue\$/))
    expect(await tooltip.getAttribute('aria-live')).toBe('polite')
    const first = await tooltip.textContent()
    await press(opened, 'ArrowRight')
    expect(await tooltip.textContent()).not.toBe(first)
    await press(opened, 'Home')
    expect(await tooltip.textContent()).toBe(first)
    const [bar, box] = [await frame.locator('[data-widget=bar] svg .mark-rect path').first().boundingBox(), await tooltip.boundingBox()]
    expect(isOver(bar, box)).toBe(true)
    await press(opened, 'Enter')
    await expectSoon(
      () => page.evaluate(() => (window as unknown as { events: { type: string }[] }).events.map(({ type }) => type).includes('drilldown')),
      true,
    )
    await press(opened, 'Escape')
    expect(await tooltip.isHidden()).toBe(true)
  })

  it('turns a chart into a table, which is sorted, scrolled and saved, and back into a chart', async () => {
    const opened = await openChart()
    const { frame, page } = opened
    const bar = frame.locator('[data-widget=bar]')
    await frame.locator('[data-widget=note] a').focus()
    await press(opened, 'Tab', 'Tab')
    expect(await focused(frame)).toBe('button Show as table')
    await press(opened, 'Enter')
    await expectSoon(() => focused(frame), 'button Show as chart')

    const [download] = await Promise.all([page.waitForEvent('download'), press(opened, 'Tab', 'Enter')])
    expect(download.suggestedFilename()).toBe('The bar.csv')
    const region = bar.getByRole('group', { name: 'The bar, 48 rows' })
    await region.focus()
    await press(opened, 'End')
    await bar.locator('tr[aria-rowindex="49"]').waitFor()
    expect(await focusProblems(frame)).toEqual([])
    await press(opened, 'Tab', 'Enter')
    expect(await bar.getByRole('columnheader').first().getAttribute('aria-sort')).toBe('ascending')
    expect(await focused(frame)).toBe('button Sort by Created, largest first')
    expect(await focusProblems(frame)).toEqual([])

    await bar.getByRole('button', { name: 'Show as chart' }).focus()
    await press(opened, 'Enter')
    await expectSoon(() => focused(frame), 'button Show as table')
    await bar.locator('svg.marks').waitFor()
  })

  it('keeps the focus in the widget after a retry and after filters are cleared', async () => {
    const opened = await openPage({ ...everyKindFailing, bootstrapOf: onlyWidgets('bar').bootstrapOf })
    const { frame } = opened
    await frame.locator('[data-widget=bar]').getByRole('button', { name: 'Try again' }).focus()
    await press(opened, 'Enter')
    expect(await frame.locator(':focus').getAttribute('data-widget')).toBe('bar')

    const empty = await frames.plain({ query: `?session=one&f_orders.status=${encodeURIComponent('{"value":"none"}')}` })
    await empty.frame.getByRole('button', { name: 'Clear the filters' }).first().focus()
    await press(empty, 'Enter')
    await empty.frame.getByText('revenue of all').waitFor()
    expect(await empty.frame.locator(':focus').getAttribute('data-widget')).toBe('revenue')
  })
})
