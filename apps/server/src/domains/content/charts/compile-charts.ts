import { contentLimits } from '@facet/contract'
import type { CompiledChart } from '@facet/chart-spec'
import type { ReadingContext } from '#context'
import { bytesOf } from '#domains/content/items'
import { chartSpecOf } from './chart-rules.ts'

type Compiling = Pick<ReadingContext, 'charts' | 'caller'>
type Report = { reportId: number; meta: Record<string, unknown> | null }

/** What charts compile to, by their specification: of two that are equal only one is compiled. */
export type CompiledCharts = { of: (report: Report) => CompiledChart | undefined }

const keyOf = (spec: unknown): string => (typeof spec === 'string' ? spec : JSON.stringify(spec))

const tooMany = { at: '', what: `makes the charts of the dashboard larger than ${contentLimits.chartsBytes} bytes together when compiled` }

/** What a chart is where no turn of the process was to be had. Without it, that is thrown. */
type Otherwise = (error: unknown) => CompiledChart

/** Whoever had no turn for one asks for no other: each would be waited for. */
const compileEach = async (
  { charts, caller }: Compiling,
  specs: Iterable<unknown>,
  otherwise: Otherwise | undefined,
): Promise<CompiledChart[]> => {
  const all: CompiledChart[] = []
  let missed: CompiledChart | undefined
  for (const spec of specs) {
    if (missed) all.push(missed)
    else
      try {
        all.push(...(await charts.compile(caller.tenantId, [spec])))
      } catch (error) {
        if (!otherwise) throw error
        missed = otherwise(error)
        all.push(missed)
      }
  }
  return all
}

/** Compiles the charts among these reports, outside of any transaction: a process is waited for. */
export const compileCharts = async (context: Compiling, reports: readonly Report[], otherwise?: Otherwise): Promise<CompiledCharts> => {
  const specs = new Map<string, unknown>()
  for (const { meta } of reports) {
    const spec = chartSpecOf(meta)
    if (spec !== undefined) specs.set(keyOf(spec), spec)
  }
  const compiled = await compileEach(context, specs.values(), otherwise)
  const byKey = new Map<string, CompiledChart>()
  let bytes = 0
  for (const [index, key] of [...specs.keys()].entries()) {
    const one = compiled[index]
    if (!one) continue
    bytes += 'vega' in one ? bytesOf(one.vega) : 0
    byKey.set(key, bytes > contentLimits.chartsBytes ? { problem: tooMany } : one)
  }
  return {
    of: ({ meta }) => {
      const spec = chartSpecOf(meta)
      return spec === undefined ? undefined : byKey.get(keyOf(spec))
    },
  }
}
