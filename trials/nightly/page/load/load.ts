import type { Browser, BrowserContext } from '@facet/testkit/chromium'
import { pause } from '../../../harness/numbers.ts'
import type { Board } from './dashboards.ts'
import type { Engine } from './engine.ts'
import type { Front, Passed } from './front.ts'

export type Load = {
  /** Those that had been sent when the first chart was drawn, or when all was shown where there are none. */
  before: readonly Passed[]
  all: readonly Passed[]
  foreign: readonly string[]
  /** How many the browser keeps. */
  cookies: number
  /** From the answer of the bootstrap to the last chart, and the slowest query meanwhile. */
  waitedMs: number
  slowestMs: number
  /** Of that, until the rows were asked for. */
  untilAskedMs: number
}

export type Ground = { browser: Browser; front: Front; engine: Engine; session: () => Promise<string> }

const drawnCharts = 'figure[aria-busy="false"]'

// Charts say that they are drawn by an attribute. When, is noted inside: whoever asks from outside is late.
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

const until = async (isSo: () => boolean, what: string): Promise<void> => {
  const endMs = performance.now() + maxMs
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Waited for half a minute in vain: ${what}.`)
    await pause(10)
  }
}

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
  // Opened once the rows have come: then there is nothing more to ask for.
  await until(() => front.passed.some(isWatch), 'the session is watched')
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

/** Opens a dashboard in a browser that never saw it. `fault` is a script that runs in the page before its own. */
export const loadBoard = async (ground: Ground, board: Board, fault = ''): Promise<Load> => {
  const context = await ground.browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: fault !== '' })
  try {
    await context.addInitScript({ content: noteCharts + fault })
    return await openIn(context, ground, board)
  } finally {
    await context.close()
  }
}
