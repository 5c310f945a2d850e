import pg from 'pg'
import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'

export type AuditMonth = { madeWhileHeld: boolean; writes: number; failed: number; slowestMs: number }

const monthsAhead = 4
const writers = 4

const comingMonth = (installation: Installation): Promise<{ name: string | null }[]> =>
  installation.sql(
    `select to_regclass('public.audit_entries_' || to_char((now() at time zone 'utc') + make_interval(months => ${monthsAhead}), 'YYYYMM'))::text as name`,
  )

/** Makes a month of the audit trail while a dump holds the table and writers write to it. */
export const makeMonthWhileHeld = async (
  installation: Installation,
  process: FacetProcess,
  tenant: Tenant,
  lastsMs: number,
): Promise<AuditMonth> => {
  const [before] = await comingMonth(installation)
  if (before?.name) await installation.sql(`drop table ${before.name}`)
  const api = installation.client(process, tenant)
  const dump = new pg.Client({ connectionString: installation.adminUrl })
  await dump.connect()
  await dump.query('begin; lock table audit_entries in access share mode')
  const found: AuditMonth = { madeWhileHeld: false, writes: 0, failed: 0, slowestMs: 0 }
  const until = performance.now() + lastsMs
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const startedMs = performance.now()
      await api.updateTenantSettings({ body: {} }).catch(() => found.failed++)
      found.writes++
      found.slowestMs = Math.max(found.slowestMs, Math.round(performance.now() - startedMs))
    }
  }
  const writing = Array.from({ length: writers }, write)
  await pause(300)
  await installation.sql(`set lock_timeout = '3s'; select facet_make_audit_partitions(${monthsAhead})`).catch(() => undefined)
  found.madeWhileHeld = (await comingMonth(installation))[0]?.name != null
  await Promise.all(writing)
  await dump.query('rollback')
  await dump.end()
  return found
}
