import { randomBytes } from 'node:crypto'
import { type Db, sql } from '#db'
import { Failure } from '#kernel/failure'
import { generatedBranchName } from '../publish/branch-name.ts'
import { countOpen, insertLaunch } from './launch-queries.ts'
import { type Launch, type Launched, workflowIdOf } from './types.ts'

/** Of a deployment, waiting and running. A pipeline that starts more has lost count. */
const maxOpen = 50

const tooMany = (): Failure =>
  new Failure(
    'dbt_sync_limit',
    `${maxOpen} syncs of this deployment are waiting or running already. Wait for some of them to end, or cancel them.`,
    { retryAfterSeconds: 30 },
  )

/**
 * Writes the launch of a run, in the transaction of whoever asks for it; it begins after the commit, by the task `start dbt syncs`. What was
 * sent must have been judged.
 */
export const launchSync = async (db: Db, of: { tenantId: number; deploymentId: number }, launch: Launch): Promise<Launched> => {
  // Pushes have two open at most, and nobody would send them again.
  if (launch.trigger !== 'webhook' && (await countOpen(db, of, maxOpen)) >= maxOpen) throw tooMany()
  const now = new Date()
  const branchName = launch.branchName ?? generatedBranchName(launch.ref ?? null, now, randomBytes(4))
  const triggerContext = launch.triggerContext ? { ...launch.triggerContext, targetBranch: branchName } : null
  const isBranchGenerated = launch.branchName == null
  const syncId = await insertLaunch(db, of, { ...launch, triggerContext, branchName, isBranchGenerated, startedAt: now })
  await sql`select pg_notify('facet_dbt_syncs', ${String(of.tenantId)})`.execute(db)
  return { syncId, workflowId: workflowIdOf({ tenantId: of.tenantId, syncId }), branchName }
}
