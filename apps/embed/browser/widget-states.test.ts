import { describe, expect, it } from 'vitest'
import { column, rowsOf } from '../test/widgets/rows.ts'
import { chosenStatus, control, dataOf, type FakeDashboard, sales, type Sent } from './fake-dashboard.ts'
import { givenFrames } from './given-frames.ts'
import { expectSoon } from './situations.ts'

const frames = givenFrames()

const rows = rowsOf([column('orders.status'), ['open']])
/** Each widget has rows, or whatever else is said of it. */
const showing = (more: (sent: Sent) => object): FakeDashboard => ({
  ...sales,
  linesFor: (sent) => [
    {
      type: 'controls',
      controls: [
        control('status', 'orders.status', { value: chosenStatus(sent.filters) }),
        control('region', 'orders.region', { visibility: 'disabled', value: ['EU'] }),
        control('grain', 'orders.created_at', { kind: 'grain', operator: null, value: 'day', valueType: null }),
      ],
    },
    ...sent.widgetIds.map((id) => dataOf(id, { ...rows, ...more(sent) })),
    { type: 'ended' },
  ],
})
const opened = (more: (sent: Sent) => object, query?: string) =>
  frames.plain({ prepare: (service) => void (service.dashboard = showing(more)), ...(query === undefined ? {} : { query }) })
const noRows = { rowCount: 0, values: [[]] }

describe('a widget of which something was left out', () => {
  it('says so below its rows, and where it is read out', async () => {
    const { frame } = await opened(() => ({ notes: ['filters_skipped', 'rows_filled'] }))
    const said = 'This part could not be filtered by what you chose.'
    await frame.locator('[data-widget=revenue]').getByText(said).waitFor()

    expect(await frame.locator('[data-widget=revenue]').getByText(said).innerText()).toBe(said)
    await expectSoon(
      () => frame.locator('#page [role=status]').textContent(),
      `The dashboard is up to date. Revenue: ${said} Orders: ${said}`,
    )
  })

  it('does not blame filters that were not applied for having no rows', async () => {
    const { frame } = await opened(() => ({ ...noRows, notes: ['filters_skipped'] }), '?session=one&f_orders.status={"value":"open"}')

    await frame.locator('[data-widget=revenue]').getByText('There is no data for you here.').waitFor()
    expect(await frame.getByRole('button', { name: 'Clear the filters' }).count()).toBe(0)
  })
})

describe('a widget without rows', () => {
  it('offers to clear filters only where a viewer can: none that is locked, and no grain', async () => {
    const { frame } = await opened(() => noRows)
    await frame.getByRole('combobox', { name: 'Grain' }).selectOption('month')

    await frame.locator('[data-widget=revenue]').getByText('There is no data for you here.').waitFor()
    expect(await frame.getByRole('button', { name: 'Clear the filters' }).count()).toBe(0)
  })

  it('blames a filter of the host that has no value, and lets it be cleared', async () => {
    const { frame, service } = await opened(() => noRows, '?session=one&f_orders.status={"value":null,"type":"is_null"}')
    await frame.getByRole('button', { name: 'Clear the filters' }).first().click()

    await expectSoon(() => service.data().at(-1)?.filters, [{ widgetId: 'status', value: null }])
    await frame.locator('[data-widget=revenue]').getByText('There is no data for you here.').waitFor()
  })
})

describe('a widget that failed', () => {
  const partFailed = 'This part of the page could not be loaded.'

  it('by a file that did not arrive, loads it when it is asked to', async () => {
    const { frame, service } = await frames.plain({ prepare: (each) => void (each.lost = /DataTable/) })
    const part = frame.locator('[data-widget=revenue]')
    await part.getByText(partFailed).waitFor()
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.getByText(partFailed).waitFor()
    service.lost = null
    await part.getByRole('button', { name: 'Try again' }).click()

    await part.getByText('revenue of all').waitFor()
    expect(await part.evaluate((each) => document.activeElement === each)).toBe(true)
  })

  it('by a file that did not arrive, loads it once the connection is back', async () => {
    const { frame, service, context } = await frames.plain({ prepare: (each) => void (each.lost = /DataTable/) })
    await frame.getByText(partFailed).first().waitFor()
    service.lost = null
    await context.setOffline(true)
    await context.setOffline(false)

    await frame.getByText('revenue of all').waitFor()
    await frame.getByText('orders of all').waitFor()
    expect(await frame.getByText(partFailed).count()).toBe(0)
  })

  it('by one set of rows, draws the next', async () => {
    const { frame } = await opened(({ filters }) => (chosenStatus(filters) ? {} : { columns: null }))
    const part = frame.locator('[data-widget=revenue]')
    await part.getByText(partFailed).waitFor()
    await frame.getByRole('group', { name: 'Status' }).locator('summary').click()
    await frame.getByLabel('shipped').check()

    await part.getByRole('cell', { name: 'open' }).waitFor()
    expect(await part.getByText(partFailed).count()).toBe(0)
  })
})

describe('a filter that the host set', () => {
  it('keeps its operator when a viewer changes its value, and when it is cleared', async () => {
    const { frame, service } = await frames.plain({ query: '?session=one&f_orders.status={"value":["open"],"type":"not_equals"}' })
    const filter = frame.getByRole('group', { name: 'Status' })
    await filter.locator('summary').click()
    await frame.getByLabel('shipped').check()
    await expectSoon(() => service.data().at(-1)?.filters, [{ widgetId: 'status', operator: 'not_equals', value: ['open', 'shipped'] }])
    await filter.getByRole('button', { name: 'Clear' }).click()

    await expectSoon(() => service.data().at(-1)?.filters, [{ widgetId: 'status', operator: 'not_equals', value: null }])
  })
})

describe('on paper', () => {
  it('a long table says how many rows there are, and nothing is there to be pressed', async () => {
    const many = { ...rows, rowCount: 500, values: [Array.from({ length: 500 }, (_, row) => `row ${row}`)] }
    const { frame, page } = await opened(() => many)
    const said = frame.locator('[data-widget=revenue]').getByText('Only a part of the 500 rows is printed.')
    await said.waitFor({ state: 'attached' })
    await frame.locator('[data-widget=status] summary').click()
    expect(await said.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })

    expect(await said.isVisible()).toBe(true)
    expect(await frame.getByLabel('shipped').isVisible()).toBe(false)
    expect(await frame.locator('[data-widget=revenue]').evaluate((each) => getComputedStyle(each).breakInside)).toBe('avoid')
  })
})
