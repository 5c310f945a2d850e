import type { Browser, Page } from '@facet/testkit/chromium'
import { longestTask } from './longest-task.ts'
import { statuses } from './rows.ts'

// A busy machine draws slowly.
const patience = { timeout: 120_000 }

const viewport = { width: 1280, height: 800 }
const [wheelSteps, wheelPx] = [24, 100]

/** Waits until the browser has drawn the previous step. */
const framed = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')

/** Waits until nothing is loading or being drawn. */
const atRest = async (page: Page): Promise<void> => {
  await page.waitForFunction('!document.querySelector("[aria-busy=true]")', undefined, patience)
  await framed(page)
}

/** Scrolls down and back up with the mouse wheel at this point. */
const wheel = async (page: Page, [x, y]: readonly [number, number]): Promise<void> => {
  await page.mouse.move(x, y)
  for (const deltaY of [wheelPx, -wheelPx])
    for (let step = 0; step < wheelSteps; step++) {
      await page.mouse.wheel(0, deltaY)
      await framed(page)
    }
}

export const openPage = async (browser: Browser, url: string): Promise<Page> => {
  // `waitForFunction` evaluates a string, which the policy of the page forbids.
  const page = await (await browser.newContext({ viewport, timezoneId: 'UTC', bypassCSP: true })).newPage()
  page.setDefaultTimeout(patience.timeout)
  await page.goto(url)
  await page.waitForSelector('[role=group] td', patience)
  await atRest(page)
  return page
}

const [inTable, besideWidgets] = [
  [640, 400],
  [4, 400],
] as const

/** The longest task while a table is scrolled, in milliseconds. */
export const tableScrolled = (browser: Browser, page: Page): Promise<number> => longestTask(browser, page, () => wheel(page, inTable))

/** The longest task while the page is scrolled and draws widgets. */
export const pageScrolled = (browser: Browser, page: Page): Promise<number> => longestTask(browser, page, () => wheel(page, besideWidgets))

/** Drawn widgets more than two viewport heights below the top, and table rows in the document. */
export const drawnUnseen = (page: Page): Promise<{ widgets: number; rows: number }> =>
  page.evaluate<{ widgets: number; rows: number }>(`({
    widgets: [...document.querySelectorAll('[data-widget]')].filter(
      (widget) => widget.getBoundingClientRect().top > 2 * innerHeight && widget.querySelector('figure, table, strong'),
    ).length,
    rows: document.querySelectorAll('[data-widget=table] tbody tr').length,
  })`)

const firstCell = '[data-widget=table] tbody td'

const changeFilter = async (page: Page, status: string): Promise<void> => {
  const before = await page.locator(firstCell).first().textContent()
  await page.getByRole('checkbox', { name: status, exact: true }).click()
  await page.waitForFunction(`document.querySelector('${firstCell}')?.textContent !== ${JSON.stringify(before)}`, undefined, patience)
  await atRest(page)
}

const heapBytes = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  // The second collection frees what the first finalized.
  for (const _ of [1, 2]) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Heap bytes after the second and the last change of the filter, with every widget drawn. */
export const heapOver = async (page: Page, changes: number): Promise<{ second: number; last: number }> => {
  for (const widget of await page.locator('[data-widget]').all()) await widget.scrollIntoViewIfNeeded()
  await atRest(page)
  await page.evaluate('scrollTo(0, 0)')
  await page.getByRole('group', { name: 'Status' }).locator('summary').click()
  let second = 0
  for (let change = 1; change <= changes; change++) {
    await changeFilter(page, statuses[change % statuses.length] ?? '')
    if (change === 2) second = await heapBytes(page)
  }
  return { second, last: await heapBytes(page) }
}
