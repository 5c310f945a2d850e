import { randomUUID } from 'node:crypto'
import { type Browser, launchChromium, type Page } from '@facet/testkit/chromium'
import { openFakeService } from '../../../apps/embed/browser/fake-service.ts'
import { buildPageIfStale, pageFolder } from '../../../tools/web/build-page.ts'
import { findingOf } from '../../harness/gate.ts'
import { median, rounded } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import type { Trial } from '../../trial.ts'
import { largeDashboard } from './scroll/board.ts'
import { drawnUnseen, heapOver, openPage, pageScrolled, tableScrolled } from './scroll/walk.ts'

const gate = 4
const stretch = 2.5
const maxHeapRatio = 1.2
/** Visible rows, some more on either side, and the spacers. */
const maxRows = 60
const tableRows = 50_000

type Say = (line: string) => void

const inPage = async <T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> => {
  const page = await openPage(browser, url)
  try {
    return await use(page)
  } finally {
    await page.context().close()
  }
}

const heapRatio = ({ second, last }: { second: number; last: number }): number => rounded(last / second)

/** A table without scripts, in a box as high as that of the dashboard, on a page as long. */
const staticTable = (): string => {
  const rows = Array.from({ length: 50 }, (_, row) => `<tr><td>all ${row + 1}<td>shipped<td>Jan 1, 2025<td>$123.45`).join('')
  const style =
    'body{margin:0;font:14px/1.5 sans-serif;block-size:6000px}div{block-size:420px;margin:110px 16px;overflow:auto}table{inline-size:100%;table-layout:fixed}td{block-size:32px;border-bottom:1px solid #ccc}'
  return `<!doctype html><title>Static</title><style>${style}</style><div role="group" tabindex="0"><table>${rows}</table></div>`
}

const staticUrl = `data:text/html;charset=utf-8,${encodeURIComponent(staticTable())}`

const measure = async (browser: Browser, origin: string, quick: boolean, say: Say) => {
  // A session opens one page.
  const dashboard = (): string => `${origin}/embed/dashboard/large?session=${randomUUID()}`
  const drawing: number[] = []
  const unseen = { widgets: 0, rows: 0 }
  const scroll = await comparePairs(
    quick ? 2 : 5,
    {
      baseline: () => inPage(browser, staticUrl, (page) => tableScrolled(browser, page)),
      subject: () =>
        inPage(browser, dashboard(), async (page) => {
          const { widgets, rows } = await drawnUnseen(page)
          const longest = await tableScrolled(browser, page)
          const after = await drawnUnseen(page)
          unseen.widgets = Math.max(unseen.widgets, widgets)
          unseen.rows = Math.max(unseen.rows, rows, after.rows)
          drawing.push(await pageScrolled(browser, page))
          return longest
        }),
    },
    say,
  )
  const heap = await inPage(browser, dashboard(), (page) => heapOver(page, quick ? 6 : 20))
  return { scroll, unseen, heap, drawingMs: rounded(median(drawing), 1) }
}

export const trial: Trial = {
  family: 'bench',
  name: 'page-scroll',
  runsOn: 'nightly',
  summary: 'the longest main-thread task while a table of 50,000 rows scrolls',
  claim: 'Scrolling cost does not depend on the number of rows or widgets.',
  gate: 'Longest task at most 4 times that of a static table (stretch 2.5). Off-screen widgets and rows not drawn. Heap growth at most 1.2.',
  onFailure:
    '`ratio`: a scroll step does too much. `unseen`: widgets or rows off screen are drawn. `heapGrowth`: removed widgets stay referenced.',
  needs: ['chromium'],
  short: { seconds: 50, pace: 'works' },
  run: async ({ quick, say }) => {
    await buildPageIfStale(() => say('building the page'))
    const service = Object.assign(await openFakeService(pageFolder), { dashboard: await largeDashboard(tableRows) })
    const browser = await launchChromium()
    try {
      const { scroll, unseen, heap, drawingMs } = await measure(browser, service.origin, quick, say)
      const { ratio, pairs, baseline, subject, repeated } = scroll
      const heapGrowth = heapRatio(heap)
      return findingOf(quick, {
        isHeld: unseen.widgets === 0 && unseen.rows <= maxRows && heapGrowth <= maxHeapRatio,
        isReached: ratio <= gate,
        figures: {
          ratio,
          gate,
          stretch,
          better: 'lower',
          pairs,
          longestTaskMs: { static: baseline, table: subject, drawing: drawingMs },
          unseen,
          heapGrowth,
          maxHeapGrowth: maxHeapRatio,
          heapMb: rounded(heap.last / 1e6, 1),
          repeated,
        },
      })
    } finally {
      await browser.close()
      service.close()
    }
  },
}
