import type { CompiledChart } from '@facet/chart-spec'
import { type Db, sql } from '#db'
import { storing } from '#domains/content/items'
import { problemText } from './chart-rules.ts'

/** Of one version of a dashboard; whoever has it has looked the dashboard up by a proof. */
export type VersionRef = { tenantId: number; versionId: number }

/** A chart of a version: what is drawn, or why it is not. */
export type KeptChart = { reportId: number } & ({ vega: Record<string, unknown>; usesGeo: boolean } | { problem: string })

const charts = (db: Db, { tenantId, versionId }: VersionRef, compiler: string) =>
  db.selectFrom('dashboard_charts').where('tenant_id', '=', tenantId).where('version_id', '=', versionId).where('compiler', '=', compiler)

/** How many bytes they are, to be held before they are read. */
export const measureCharts = async (db: Db, version: VersionRef, compiler: string): Promise<number> => {
  const { bytes } = await charts(db, version, compiler)
    .select(sql<number>`coalesce(sum(octet_length(vega::text)), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Those of this version that were compiled by the rules of today. */
export const listCharts = async (db: Db, version: VersionRef, compiler: string): Promise<KeptChart[]> => {
  const rows = await charts(db, version, compiler).select(['report_id', 'vega', 'uses_geo', 'problem']).execute()
  return rows.map(({ report_id: reportId, vega, uses_geo, problem }) =>
    vega === null ? { reportId, problem: problem ?? '' } : { reportId, vega, usesGeo: uses_geo },
  )
}

const maxProblemCharacters = 1000

/** As it is kept: a problem as the sentence that people read. */
export const keptChart = (reportId: number, compiled: CompiledChart): KeptChart =>
  'problem' in compiled
    ? { reportId, problem: problemText(`The chart of report ${reportId}`, compiled.problem).slice(0, maxProblemCharacters) }
    : { reportId, ...compiled }

/** Several may keep the same at once; they have compiled the same. */
export const keepCharts = async (
  db: Db,
  { tenantId, versionId }: VersionRef,
  compiler: string,
  kept: readonly KeptChart[],
): Promise<void> => {
  if (kept.length === 0) return
  const rows = kept.map((chart) => ({
    tenant_id: tenantId,
    version_id: versionId,
    report_id: chart.reportId,
    compiler,
    vega: 'vega' in chart ? JSON.stringify(chart.vega) : null,
    uses_geo: 'vega' in chart && chart.usesGeo,
    problem: 'vega' in chart ? null : chart.problem,
  }))
  await storing(
    db
      .insertInto('dashboard_charts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'version_id', 'report_id']).doUpdateSet({
          compiler: sql<string>`excluded.compiler`,
          vega: sql<string | null>`excluded.vega`,
          uses_geo: sql<boolean>`excluded.uses_geo`,
          problem: sql<string | null>`excluded.problem`,
        }),
      )
      .execute(),
  )
}
