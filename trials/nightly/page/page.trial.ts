import { buildPageIfStale, pageFolder } from '../../../tools/web/build-page.ts'
import { chartFiles } from '../../../tools/web/sizes.ts'
import { findingOf } from '../../harness/gate.ts'
import { median, rounded, spreadOf } from '../../harness/numbers.ts'
import { inRounds } from '../../harness/pairs.ts'
import type { Trial } from '../../trial.ts'
import { budgets, type Counted, countedOf, overBudget } from './load/budgets.ts'
import type { Board } from './load/dashboards.ts'
import { loadBoard } from './load/load.ts'
import { onStage, type Stage } from './load/stage.ts'

const stretch = 1.1

/** On a slow machine, independent requests look dependent: takes the load with the fewest. */
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
  }
}

const measure = async (stage: Stage, loads: number, say: (line: string) => void) => {
  const chartPaths = new Set(chartFiles(pageFolder).map((path) => `/embed/${path}`))
  const count = async (board: Board, isFar: boolean): Promise<Counted> => {
    stage.setFar(isFar)
    return countedOf(await loadBoard(stage, board), chartPaths)
  }
  // Warms up the JavaScript engine, the service and the database.
  await count(stage.charts, false)
  const { rounds, repeated } = await inRounds(loads, () => count(stage.charts, false), {
    say,
    describe: ({ ratio, requests }) => `last chart ÷ slowest query ${rounded(ratio)}, ${requests} requests before the first chart`,
  })
  const counted = countedIn([...rounds, await count(stage.charts, true), await count(stage.charts, true)])
  const without = await count(stage.withoutCharts, true)
  const medianOf = (name: 'untilAskedMs' | 'afterRowsMs'): number => Math.round(median(rounds.map((round) => round[name])))
  const ratios = rounds.map(({ ratio }) => ratio)
  return { counted, without, repeated, ratios, untilAskedMs: medianOf('untilAskedMs'), afterRowsMs: medianOf('afterRowsMs') }
}

export const trial: Trial = {
  family: 'bench',
  name: 'page',
  runsOn: 'nightly',
  summary: 'requests and time of an embedded dashboard from bootstrap to its last chart',
  claim: 'A dashboard is drawn shortly after its slowest query, with few dependent requests.',
  gate: 'Ratio at most 1.25 (stretch 1.1); 6 requests, depth 3, one data request, no foreign origins or cookies.',
  onFailure:
    '`over` names the budget. `depth`: a file loads after the rows (`widgets/bodies.ts`). `untilAskedMs`, `afterRowsMs`: late query or late drawing.',
  needs: ['chromium', 'postgres'],
  short: { seconds: 55, pace: 'works' },
  run: async ({ quick, say }) => {
    await buildPageIfStale(() => say('building the page'))
    const { counted, without, ratios, ...figures } = await onStage((stage) => measure(stage, quick ? 5 : 9, say))
    const ratio = rounded(median(ratios))
    const over = {
      charts: overBudget({ ...counted, ratio: 0 }),
      withoutCharts: overBudget({ ...without, requests: 0, depth: 0, ratio: 0 }),
    }
    return findingOf(quick, {
      isHeld:
        over.charts.length === 0 &&
        over.withoutCharts.length === 0 &&
        counted.dataRequests === 1 &&
        counted.vegaBytes > 0 &&
        without.vegaBytes === 0,
      isReached: ratio <= budgets.ratio,
      figures: {
        ratio,
        gate: budgets.ratio,
        stretch,
        better: 'lower',
        spread: spreadOf(ratios),
        ...counted,
        vegaBytesWithoutCharts: without.vegaBytes,
        over,
        ...figures,
      },
    })
  },
}
