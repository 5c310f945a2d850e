import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPageIfStale, pageFolder } from '../../../tools/web/build-page.ts'
import { chartFiles, type Figure, measurePage, type Recorded, recordedOf, sizeProblems } from '../../../tools/web/sizes.ts'
import { findingOf } from '../../harness/gate.ts'
import { median, rounded, spreadOf } from '../../harness/numbers.ts'
import { inRounds } from '../../harness/pairs.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { budgets, type Counted, countedOf, overBudget } from './load/budgets.ts'
import type { Board } from './load/dashboards.ts'
import { loadBoard } from './load/load.ts'
import { loadsCharts, plants } from './load/plants.ts'
import { onStage, type Stage } from './load/stage.ts'

const stretch = 1.1
const recordFile = join(import.meta.dirname, '../../../apps/embed/sizes.json')

/**
 * A machine that is slow makes one request come after another that it does not wait for, so the load with the fewest counts. What must
 * not be at all, is counted wherever it is.
 */
const countedIn = (loads: readonly Counted[]) => {
  const least = (name: keyof Counted): number => Math.min(...loads.map((load) => load[name]))
  const most = (name: keyof Counted): number => Math.max(...loads.map((load) => load[name]))
  return {
    requests: least('requests'),
    depth: least('depth'),
    dataRequests: most('dataRequests'),
    otherOrigins: most('otherOrigins'),
    cookies: most('cookies'),
    vegaBytes: most('vegaBytes'),
    sentBytes: most('sentBytes'),
  }
}

const chartPaths = (): Set<string> => new Set(chartFiles(pageFolder).map((path) => `/embed/${path}`))

const measure = async (stage: Stage, loads: number, { plants: arePlanted, say }: Pick<TrialOptions, 'plants' | 'say'>) => {
  const paths = chartPaths()
  const count = async (board: Board, isFar: boolean, fault = ''): Promise<Counted> => {
    stage.setFar(isFar)
    return countedOf(await loadBoard(stage, board, fault), paths)
  }
  // The first compiles what the engine of JavaScript, the service and the database compile once.
  await count(stage.charts, false)
  const { rounds, repeated } = await inRounds(loads, () => count(stage.charts, false), {
    say,
    describe: ({ ratio, requests, untilAskedMs, afterRowsMs }) =>
      `last chart ÷ slowest query ${rounded(ratio)} (${Math.round(untilAskedMs)} ms until asked, ${Math.round(afterRowsMs)} ms beside the query), ${requests} requests before the first`,
  })
  const counted = countedIn([...rounds, await count(stage.charts, true), await count(stage.charts, true)])
  say(`with charts: ${JSON.stringify(counted)}`)
  const without = await count(stage.withoutCharts, true)
  say(`without charts: ${JSON.stringify(without)}`)
  const planted: Record<string, boolean> = {}
  for (const { name, script, breaks } of arePlanted ? plants : [])
    planted[name] = overBudget(await count(stage.charts, breaks === 'depth', script)).includes(breaks)
  const [chartPath = ''] = paths
  if (arePlanted) planted['loads Vega without charts'] = (await count(stage.withoutCharts, false, loadsCharts(chartPath))).vegaBytes > 0
  const medianOf = (name: 'untilAskedMs' | 'afterRowsMs'): number => Math.round(median(rounds.map((round) => round[name])))
  return {
    counted,
    without,
    planted,
    repeated,
    ratios: rounds.map(({ ratio }) => ratio),
    untilAskedMs: medianOf('untilAskedMs'),
    afterRowsMs: medianOf('afterRowsMs'),
  }
}

const halved = (figures: readonly Figure[]): Figure[] => figures.map((figure) => ({ ...figure, limit: Math.floor(figure.bytes / 2) }))

/** What the built files weigh, by the budgets that building them has. */
const weigh = () => {
  const figures = measurePage(pageFolder)
  const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Recorded
  return {
    bytes: recordedOf(figures),
    tooLarge: sizeProblems(figures, recorded),
    isHalvedSeen: sizeProblems(halved(figures), recorded).length === figures.length,
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'page',
  runsOn: 'nightly',
  summary: 'requests and time of an embedded dashboard from bootstrap to its last chart',
  claim: 'A dashboard is drawn shortly after its slowest query, with few dependent requests.',
  gate: 'Ratio at most 1.25 (stretch 1.1); 6 requests, depth 3, one data request, no foreign origins or cookies, file budgets kept.',
  onFailure:
    '`over` names the budget. `depth`: a file loads after the rows (`widgets/bodies.ts`). `untilAskedMs`, `afterRowsMs`: late query or late drawing.',
  needs: ['chromium', 'postgres'],
  short: { seconds: 55, pace: 'works' },
  run: async ({ quick, plants: arePlanted, say }) => {
    await buildPageIfStale(() => say('building the page'))
    const { bytes, tooLarge, isHalvedSeen } = weigh()
    const found = await onStage((stage) => measure(stage, quick ? 5 : 9, { plants: arePlanted, say }))
    const ratio = rounded(median(found.ratios))
    const planted = { ...found.planted, 'half the bytes allowed': isHalvedSeen }
    const over = {
      charts: overBudget({ ...found.counted, ratio: 0 }),
      withoutCharts: overBudget({ ...found.without, requests: 0, depth: 0, ratio: 0 }),
    }
    return findingOf(quick, {
      isHeld:
        tooLarge.length === 0 &&
        over.charts.length === 0 &&
        over.withoutCharts.length === 0 &&
        found.counted.dataRequests === 1 &&
        found.counted.vegaBytes > 0 &&
        found.without.vegaBytes === 0 &&
        Object.values(planted).every(Boolean),
      isReached: ratio <= budgets.ratio,
      figures: {
        ratio,
        gate: budgets.ratio,
        stretch,
        better: 'lower',
        spread: spreadOf(found.ratios),
        loads: found.ratios.length,
        untilAskedMs: found.untilAskedMs,
        afterRowsMs: found.afterRowsMs,
        ...found.counted,
        vegaBytesWithoutCharts: found.without.vegaBytes,
        over,
        bytes,
        tooLarge,
        planted,
        repeated: found.repeated,
      },
    })
  },
}
