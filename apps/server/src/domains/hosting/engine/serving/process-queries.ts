import { type Db, sql } from '#db'

type ProcessValues = {
  tenantId: number
  deploymentId: number
  environmentId: number
  buildId: number
  name: string
  nodeId: string
  status: string
  restarts: number
}

/** What the process is doing now. Of an environment that is gone nothing is kept. */
export const upsertProcess = async (db: Db, process: ProcessValues): Promise<void> => {
  const { status, restarts } = process
  await db
    .insertInto('engine_processes')
    .columns(['tenant_id', 'deployment_id', 'environment_id', 'build_id', 'name', 'node_id', 'status', 'restarts'])
    .expression((from) =>
      from
        .selectFrom('environments')
        .select((select) => [
          'tenant_id',
          'deployment_id',
          'id',
          select.val(process.buildId).as('build_id'),
          select.val(process.name).as('name'),
          select.val(process.nodeId).as('node_id'),
          select.val(status).as('status'),
          select.cast<number>(select.val(restarts), 'integer').as('restarts'),
        ])
        .where((where) => where.and({ tenant_id: process.tenantId, deployment_id: process.deploymentId, id: process.environmentId })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet({ status, restarts, updated_at: sql<Date>`now()` }))
    .execute()
}

export const deleteProcess = async (db: Db, { tenantId, name }: { tenantId: number; name: string }): Promise<void> => {
  await db.deleteFrom('engine_processes').where('tenant_id', '=', tenantId).where('name', '=', name).execute()
}
