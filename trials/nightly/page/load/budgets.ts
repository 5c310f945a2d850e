import type { Passed } from './front.ts'
import { isData, type Load } from './load.ts'

/** The limits of a load. `build-page.test.ts` checks file sizes. */
export const budgets = { requests: 6, depth: 3, dataRequests: 1, otherOrigins: 0, cookies: 0, ratio: 1.25 }

export type Counted = Record<keyof typeof budgets, number> & {
  vegaBytes: number
  /** Time that the page adds to the slowest query: before it requests rows, and between the last rows and the last chart. */
  untilAskedMs: number
  afterRowsMs: number
}

/** The longest chain of requests, each sent after the response to the previous one began. */
export const depthOf = (passed: readonly Pick<Passed, 'startMs' | 'firstByteMs'>[]): number => {
  const depths: number[] = []
  for (const { startMs } of passed) {
    const waitedFor = depths.filter((_, at) => (passed[at]?.firstByteMs ?? Number.POSITIVE_INFINITY) <= startMs)
    depths.push(1 + Math.max(0, ...waitedFor))
  }
  return Math.max(0, ...depths)
}

/** `chartPaths`: the paths of the files that contain Vega. */
export const countedOf = (
  { before, all, foreign, cookies, waitedMs, slowestMs, untilAskedMs }: Load,
  chartPaths: ReadonlySet<string>,
): Counted => ({
  requests: before.length,
  depth: depthOf(before),
  dataRequests: all.filter(isData).length,
  otherOrigins: foreign.length,
  cookies,
  ratio: waitedMs / slowestMs,
  untilAskedMs,
  afterRowsMs: waitedMs - untilAskedMs - slowestMs,
  vegaBytes: all.reduce((sum, { path, bytes }) => (chartPaths.has(path) ? sum + bytes : sum), 0),
})

/** The budgets that the load exceeds. */
export const overBudget = (counted: Pick<Counted, keyof typeof budgets>): (keyof typeof budgets)[] =>
  (Object.keys(budgets) as (keyof typeof budgets)[]).filter((name) => counted[name] > budgets[name])
