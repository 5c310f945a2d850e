import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launchChromium, type Page } from '@facet/testkit/chromium'
import { buildPageIfStale, pageFolder } from '../../../tools/web/build-page.ts'
import { findingOf } from '../../harness/gate.ts'
import { median, rounded } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import type { Trial } from '../../trial.ts'
import { buildPlantedPage, type Fault } from './scroll/planted-page.ts'
import { openSite, type Site } from './scroll/site.ts'
import { drawnUnseen, heapOver, openPage, pageScrolled, tableScrolled } from './scroll/walk.ts'

const gate = 4
const stretch = 2.5
const maxHeapRatio = 1.2
/** A window of rows and some more on either side, with the empty ones above and below. */
const maxRows = 60
const tableRows = 50_000
/** All of these at once are seen, and do not take minutes. */
const plantedRows = 3000

type Say = (line: string) => void

const inPage = async <T>(browser: Browser, url: string, use: (page: Page) => Promise<T>, fault: Fault | null = null): Promise<T> => {
  const page = await openPage(browser, url, fault)
  try {
    return await use(page)
  } finally {
    await page.context().close()
  }
}

const heapRatio = ({ second, last }: { second: number; last: number }): number => rounded(last / second)

/** Which of the faults are seen by what would see them in the page as it is. */
const plant = async (browser: Browser, changes: number, say: Say): Promise<Record<Fault, boolean>> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-planted-'))
  let site: Site | undefined
  try {
    await buildPlantedPage(folder)
    site = await openSite(folder, plantedRows)
    const { dashboard } = site
    const { rows } = await inPage(browser, dashboard, drawnUnseen, 'rows')
    const { widgets } = await inPage(browser, dashboard, drawnUnseen, 'near')
    site.setRows(tableRows)
    const heap = heapRatio(await inPage(browser, dashboard, (page) => heapOver(page, changes), 'leak'))
    say(`planted: ${rows} rows in the document, ${widgets} widgets drawn unseen, heap × ${heap}`)
    return { rows: rows > maxRows, near: widgets > 0, leak: heap > maxHeapRatio }
  } finally {
    site?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const measure = async (browser: Browser, site: Site, quick: boolean, say: Say) => {
  const drawing: number[] = []
  const unseen = { widgets: 0, rows: 0 }
  const scroll = await comparePairs(
    quick ? 2 : 5,
    {
      baseline: () => inPage(browser, site.still, (page) => tableScrolled(browser, page)),
      subject: () =>
        inPage(browser, site.dashboard, async (page) => {
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
  const heap = await inPage(browser, site.dashboard, (page) => heapOver(page, quick ? 6 : 20))
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
  run: async ({ quick, plants, say }) => {
    await buildPageIfStale(() => say('building the page'))
    const site = await openSite(pageFolder, tableRows)
    const browser = await launchChromium()
    try {
      const { scroll, unseen, heap, drawingMs } = await measure(browser, site, quick, say)
      const planted = plants ? await plant(browser, 6, say) : {}
      const { ratio, pairs, baseline, subject, repeated } = scroll
      const heapGrowth = heapRatio(heap)
      return findingOf(quick, {
        isHeld: unseen.widgets === 0 && unseen.rows <= maxRows && heapGrowth <= maxHeapRatio && Object.values(planted).every(Boolean),
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
          planted,
          repeated,
        },
      })
    } finally {
      await browser.close()
      site.close()
    }
  },
}
