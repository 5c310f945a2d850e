import type { Passed } from './front.ts'
import { isData, type Load } from './load.ts'

/** What a load may have at most, but for bytes, which building the page holds it to. */
export const budgets = { requests: 6, depth: 3, dataRequests: 1, otherOrigins: 0, cookies: 0, ratio: 1.25 }

export type Counted = Record<keyof typeof budgets, number> & {
  vegaBytes: number
  sentBytes: number
  /** What the page adds to the slowest query: before it asks for rows, and between the last rows and the last chart. */
  untilAskedMs: number
  afterRowsMs: number
}

/** The longest row of requests of which each was sent when the answer to the one before had begun: as long as a far browser waits for. */
export const depthOf = (passed: readonly Pick<Passed, 'startMs' | 'firstByteMs'>[]): number => {
  const depths: number[] = []
  for (const { startMs } of passed) {
    const waitedFor = depths.filter((_, at) => (passed[at]?.firstByteMs ?? Number.POSITIVE_INFINITY) <= startMs)
    depths.push(1 + Math.max(0, ...waitedFor))
  }
  return Math.max(0, ...depths)
}

const bytesOf = (passed: readonly Passed[]): number => passed.reduce((sum, { bytes }) => sum + bytes, 0)

/** `chartPaths`: addresses of the files that have Vega in them. */
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
  vegaBytes: bytesOf(all.filter(({ path }) => chartPaths.has(path))),
  sentBytes: bytesOf(before.filter(({ path }) => path.startsWith('/embed/'))),
})

/** Which budgets it is over. */
export const overBudget = (counted: Pick<Counted, keyof typeof budgets>): (keyof typeof budgets)[] =>
  (Object.keys(budgets) as (keyof typeof budgets)[]).filter((name) => counted[name] > budgets[name])
