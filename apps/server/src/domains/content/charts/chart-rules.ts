import { type ChartProblem, checkChart } from '@facet/chart-spec'
import { Failure } from '#kernel/failure'

type Meta = Record<string, unknown> | null | undefined

/** The specification that a report is drawn by where it is a chart of Vega-Lite; undefined where it is anything else. */
export const chartSpecOf = (meta: Meta): unknown => {
  if (meta?.['kind'] !== 'vega') return undefined
  const spec = meta['spec']
  const isSpec = typeof spec === 'string' || (typeof spec === 'object' && spec !== null && !Array.isArray(spec))
  return isSpec ? spec : undefined
}

/** `subject` says whose specification it is. */
export const problemText = (subject: string, { at, what }: ChartProblem): string =>
  `${subject}${at ? ` at ${at}` : ''} ${what}. Charts are Vega-Lite without data that loads nothing, links nowhere and uses the names, events and functions of the allow-list.`

export const chartNotAllowed = (subject: string, problem: ChartProblem): Failure =>
  new Failure('chart_not_allowed', problemText(subject, problem))

/** What holds of the chart of a report wherever one is saved. `pointer` says where its meta was sent. */
export const requireAllowedChart = (meta: Meta, pointer: string): void => {
  const spec = chartSpecOf(meta)
  const problem = spec === undefined ? null : checkChart(spec)
  if (problem) throw chartNotAllowed(`${pointer}/spec`, problem)
}
