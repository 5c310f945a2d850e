import type { CompiledChart } from '@facet/chart-spec'
import type { ChangingContext } from '#context'
import { Failure } from '#kernel/failure'
import { chartSpecOf } from './chart-rules.ts'
import { compileCharts } from './compile-charts.ts'
import { keepCharts, keptChart, type KeptChart, listCharts, measureCharts, type VersionRef } from './chart-queries.ts'

type Report = { reportId: number; meta: Record<string, unknown> | null }

const readKept = (context: ChangingContext, version: VersionRef): Promise<KeptChart[]> =>
  context.read(async (db) => {
    // As they are read, and as they are sent.
    context.holdBytes(2 * (await measureCharts(db, version, context.charts.version)))
    return listCharts(db, version, context.charts.version)
  })

/** A frame shows what else there is: whoever loads it again finds what was compiled meanwhile. */
const notNow = (error: unknown): CompiledChart => {
  if (!(error instanceof Failure)) throw error
  return {
    problem: { at: '', what: 'is not compiled yet, and too many others are; load the dashboard again in a moment' },
    isOverLimit: true,
  }
}

/** The charts among the reports of a version. What nobody has compiled by the rules of today is compiled now, and kept. */
export const drawCharts = async (context: ChangingContext, version: VersionRef, reports: readonly Report[]): Promise<KeptChart[]> => {
  const charts = reports.filter(({ meta }) => chartSpecOf(meta) !== undefined)
  if (charts.length === 0) return []
  const kept = new Map((await readKept(context, version)).map((chart) => [chart.reportId, chart]))
  const missing = charts.filter(({ reportId }) => !kept.has(reportId))
  if (missing.length > 0) {
    const compiled = await compileCharts(context, missing, notNow)
    const fresh = missing.flatMap((report) => {
      const chart = compiled.of(report)
      return chart ? [{ kept: keptChart(report.reportId, chart), isLasting: !('isOverLimit' in chart) }] : []
    })
    for (const { kept: chart } of fresh) kept.set(chart.reportId, chart)
    const lasting = fresh.filter(({ isLasting }) => isLasting).map(({ kept: chart }) => chart)
    // Whoever looks is answered either way: a version that has ended meanwhile keeps nothing more.
    await context
      .step((db) => keepCharts(db, version, context.charts.version, lasting))
      .catch((error: unknown) => context.log.warn({ err: error }, 'compiled charts could not be kept'))
  }
  return charts.flatMap(({ reportId }) => kept.get(reportId) ?? [])
}
