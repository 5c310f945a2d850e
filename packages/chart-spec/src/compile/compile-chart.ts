import { compile, type TopLevelSpec } from 'vega-lite'
import { checkChart } from '../check/check-chart.ts'
import { chartLimits } from '../check/limits.ts'
import { type Chart, isObject, readChart } from '../check/read-chart.ts'
import type { CompiledChart } from './compiled-chart.ts'
import { withFlatFields, withPlainTitles } from './flat-fields.ts'
import { frameConfig, inFrame } from './in-frame.ts'
import { withCallsInUtc, withTimesInUtc } from './in-utc.ts'
import { refusedExpressionIn } from './refuse-expressions.ts'
import { loadsIn } from './refuse-loading.ts'
import { storedBytes } from './stored-bytes.ts'

// Warnings are for authors at a console; here nobody reads them.
const quiet = {
  level: () => quiet,
  error: () => quiet,
  warn: () => quiet,
  info: () => quiet,
  debug: () => quiet,
}

const usesGeo = ({ projections }: Chart): boolean => Array.isArray(projections) && projections.length > 0

const refused = (what: string): CompiledChart => ({ problem: { at: '', what } })

const compiled = (chart: Chart): CompiledChart => {
  const spec = inFrame(withTimesInUtc(withFlatFields(chart))) as unknown as TopLevelSpec
  const vega = withCallsInUtc(compile(spec, { logger: quiet, config: frameConfig }).spec)
  if (!isObject(vega)) return refused('is nothing that can be drawn')
  const loads = loadsIn(vega)
  if (loads !== null) return refused(`compiles to something that loads or links: ${loads}`)
  const expression = refusedExpressionIn(vega)
  if (expression !== null) return refused(`compiles to an expression that ${expression}`)
  const bytes = storedBytes(vega)
  if (bytes > chartLimits.compiledBytes) return refused(`has ${bytes} bytes when compiled; the limit is ${chartLimits.compiledBytes}`)
  return { vega: withPlainTitles(vega), usesGeo: usesGeo(vega) }
}

/** What a browser draws of a chart; or why it is not drawn. */
export const compileChart = (spec: unknown): CompiledChart => {
  const problem = checkChart(spec)
  if (problem) return { problem }
  const chart = readChart(spec)
  if (typeof chart === 'string') return refused(chart)
  try {
    return compiled(chart)
  } catch (error) {
    return refused(`is no chart that can be compiled: ${error instanceof Error ? error.message.slice(0, 300) : 'the compiler failed'}`)
  }
}
