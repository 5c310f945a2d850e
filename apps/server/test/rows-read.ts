import type { Sent } from './statements.ts'
import type { Actor, TestServer } from './server.ts'

type Plan = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const scans = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan', 'Tid Scan'])

/** Rows of tables that were looked at, those among them that were then left out. */
const rowsIn = (plan: Plan): number => {
  const { 'Node Type': type, 'Actual Rows': given, 'Actual Loops': loops } = plan
  const leftOut = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = scans.has(type) ? Math.round((given + leftOut) * loops) : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), own)
}

/** How many rows PostgreSQL reads for a statement, asked as the service asks: under row security, in a transaction of the tenant. */
export const rowsReadFor = async (server: TestServer, { tenantId }: Pick<Actor, 'tenantId'>, { text, values }: Sent): Promise<number> => {
  const held = await server.services().pool.begin(tenantId, `begin read only; select set_config('facet.tenant_id', '${tenantId}', true)`)
  try {
    const { rows } = await held.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`, values)
    return (rows[0]?.['QUERY PLAN'] ?? []).reduce((sum, { Plan: plan }) => sum + rowsIn(plan), 0)
  } finally {
    await held.query('rollback')
    held.release(false)
  }
}
