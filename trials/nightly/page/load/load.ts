import type { Browser, BrowserContext } from '@facet/testkit/chromium'
import { until } from '../../../harness/until.ts'
import type { Board } from './dashboards.ts'
import type { Engine } from './engine.ts'
import type { Front, Passed } from './front.ts'

export type Load = {
  /** Requests sent before the first chart was drawn, or before everything was shown. */
  before: readonly Passed[]
  all: readonly Passed[]
  foreign: readonly string[]
  /** Cookies that the browser stores. */
  cookies: number
  /** From the bootstrap response to the last chart, and the slowest query meanwhile. */
  waitedMs: number
  slowestMs: number
  /** From the bootstrap response to the request for rows. */
  untilAskedMs: number
}

export type Ground = { browser: Browser; front: Front; engine: Engine; session: () => Promise<string> }

const drawnCharts = 'figure[aria-busy="false"]'

// Records inside the page when each chart is drawn. An attribute marks it.
const noteCharts = `
  window.drawnMs = []
  new MutationObserver(() => {
    const count = document.querySelectorAll('${drawnCharts}').length
    while (window.drawnMs.length < count) window.drawnMs.push(performance.timeOrigin + performance.now())
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
`
const noted = `({
  drawnMs: window.drawnMs,
  answeredMs: performance.timeOrigin + (performance.getEntriesByName(location.origin + '/api/v1/embed/bootstrap')[0]?.responseEnd ?? 0),
})`

const maxMs = 30_000

export const isData = ({ path }: Passed): boolean => path.endsWith('/data')
const isWatch = ({ path }: Passed): boolean => path.endsWith('/session/watch')

const openIn = async (context: BrowserContext, { front, engine, session }: Ground, board: Board): Promise<Load> => {
  const foreign: string[] = []
  const ownOrigin = front.origin
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== ownOrigin) foreign.push(request.url())
  })
  const page = await context.newPage()
  engine.takeSlowestMs()
  front.take()
  await page.goto(`${ownOrigin}/embed/dashboard/${board.publicId}?session=${await session()}`, { waitUntil: 'commit' })
  const places = [
    ...(board.charts > 0 ? [page.locator(drawnCharts).nth(board.charts - 1)] : []),
    ...board.others.map((each) => page.locator(each).first()),
  ]
  for (const each of places)
    await each.waitFor({ timeout: maxMs }).catch(async (error: unknown) => {
      const paths = front.passed.map(({ path }) => path).join(', ')
      throw new Error(`The page shows "${await page.locator('body').innerText()}" after it asked for ${paths}.`, { cause: error })
    })
  // The page watches its session after it received all rows.
  if (!(await until(() => front.passed.some(isWatch), maxMs, 10))) throw new Error('The page does not watch its session.')
  const { drawnMs, answeredMs } = await page.evaluate<{ drawnMs: number[]; answeredMs: number }>(noted)
  const all = front.take()
  const firstMs = drawnMs[0] ?? Number.POSITIVE_INFINITY
  return {
    all,
    before: all.filter(({ startMs }) => startMs < firstMs),
    foreign,
    cookies: (await context.cookies()).length,
    waitedMs: (drawnMs.at(-1) ?? answeredMs) - answeredMs,
    slowestMs: engine.takeSlowestMs(),
    untilAskedMs: (all.find(isData)?.startMs ?? answeredMs) - answeredMs,
  }
}

/** Opens a dashboard in a new browser context. */
export const loadBoard = async (ground: Ground, board: Board): Promise<Load> => {
  const context = await ground.browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    await context.addInitScript({ content: noteCharts })
    return await openIn(context, ground, board)
  } finally {
    await context.close()
  }
}
