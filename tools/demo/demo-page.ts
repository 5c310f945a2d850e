import type { BrowserContext, Page } from '@facet/testkit/chromium'
import { expect, vi } from 'vitest'
import { byCells, type Shown } from './warehouse-says.ts'

export type Customer = 'acme' | 'globex'
export type Frame = ReturnType<Page['frameLocator']>

/** Wide and high enough that all widgets of both frames are in view, and so asked for. */
export const wholePage = { width: 1500, height: 2400 }

export const expectSoon = (read: () => unknown, value: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(value), { timeout: 60_000, interval: 100 })

export const cardOf = (page: Page, customer: Customer) => page.locator(`[data-customer=${customer}]`)
export const frameOf = (page: Page, customer: Customer): Frame => page.frameLocator(`[data-customer=${customer}] iframe`)
export const stateOf = (page: Page, customer: Customer): Promise<string> => cardOf(page, customer).locator('.state').innerText()

const charts = ['overTime', 'categories', 'channels', 'countries'] as const
const everything = ['revenue', 'orders', 'returns', ...charts, 'products'] as const

/** Waits until nothing in the frame is on its way. */
export const loaded = async (frame: Frame): Promise<void> => {
  for (const widget of everything)
    await frame.locator(`[data-widget=${widget}] :is(strong, figure[aria-busy=false], tbody tr)`).first().waitFor()
  await expectSoon(() => frame.locator('[data-widget] [aria-busy=true]').count(), 0)
}

export const openShop = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(url)
  for (const customer of ['acme', 'globex'] as const) await loaded(frameOf(page, customer))
  return page
}

/** Only the rows in sight are in the document, so the box is scrolled through. */
const readRows = async (box: Element): Promise<string[][]> => {
  const rows = new Map<string | null, string[]>()
  const drawn = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  for (let top = 0; top === 0 || top < box.scrollHeight; top += Math.max(32, box.clientHeight - 64)) {
    box.scrollTop = top
    await drawn()
    for (const row of box.querySelectorAll<HTMLTableRowElement>('tbody tr[aria-rowindex]'))
      rows.set(
        row.getAttribute('aria-rowindex'),
        [...row.cells].map((cell) => cell.innerText),
      )
  }
  box.scrollTop = 0
  return [...rows.values()]
}

export const rowsOf = async (frame: Frame, widget: string): Promise<string[][]> =>
  (await frame.locator(`[data-widget=${widget}] [role=group][tabindex="0"]`).evaluate(readRows)).toSorted(byCells)

/** Turns charts into the tables that they have; they stay so while filters change. */
export const showTables = async (frame: Frame): Promise<void> => {
  for (const chart of charts) {
    await frame.locator(`[data-widget=${chart}]`).getByRole('button', { name: 'Show as table' }).click()
    await frame.locator(`[data-widget=${chart}] tbody tr`).first().waitFor()
  }
}

/** All that a person reads of the dashboard, once its charts are tables. */
export const readShown = async (frame: Frame): Promise<Shown> => {
  const number = (widget: string): Promise<string> => frame.locator(`[data-widget=${widget}] strong`).innerText()
  return {
    revenue: await number('revenue'),
    orders: await number('orders'),
    returns: await number('returns'),
    overTime: await rowsOf(frame, 'overTime'),
    categories: await rowsOf(frame, 'categories'),
    channels: await rowsOf(frame, 'channels'),
    countries: await rowsOf(frame, 'countries'),
    products: await rowsOf(frame, 'products'),
  }
}

/** Ticks a choice of a filter, or unticks it. */
export const choose = async (frame: Frame, filter: string, choice: string): Promise<void> => {
  const group = frame.getByRole('group', { name: filter })
  await group.locator('summary').click()
  await group.getByRole('checkbox', { name: choice, exact: true }).click()
  await group.locator('summary').press('Escape')
}
export const chosenOf = (frame: Frame, filter: string): Promise<string> =>
  frame.getByRole('group', { name: filter }).locator('summary').innerText()

/** A mark that only a document which is not loaded again still has. */
export const mark = (frame: Frame): Promise<void> => frame.locator('html').evaluate((html) => void (html.dataset['mark'] = 'here'))
export const isMarked = async (frame: Frame): Promise<boolean> => (await frame.locator('html').getAttribute('data-mark')) === 'here'
