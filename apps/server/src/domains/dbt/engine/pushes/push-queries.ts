import { type Db, sql } from '#db'
import type { OfDeployment } from '../integration/index.ts'
import type { Push } from './push-rules.ts'

/** Of a branch. More pushes than these are forgotten: the notice of one that comes again then starts a sync of what the branch is by then. */
const maxKept = 1000

/** Notices of one repository take turns, in all processes. False where there is no integration any more. */
export const lockIntegration = async (db: Db, { tenantId, deploymentId }: OfDeployment): Promise<boolean> => {
  const row = await db
    .selectFrom('dbt_integrations')
    .select('revision')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const noticesOf = (db: Db, { tenantId, deploymentId }: OfDeployment, branch: string) =>
  db
    .selectFrom('dbt_push_notices')
    .select(['after_sha', 'sync_id'])
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('branch', '=', branch)
    .limit(1)

export type KeptNotice = { after_sha: string; sync_id: number }

/** The newest notice of the branch, and the newest that knows the commit: as what was pushed, or else as what a later push replaced. */
export const findNotices = async (db: Db, of: OfDeployment, { branch, after }: Push) => ({
  newest: await noticesOf(db, of, branch).orderBy('id', 'desc').executeTakeFirst(),
  known: await noticesOf(db, of, branch)
    .where((where) => where.or([where('after_sha', '=', after), where('before_sha', '=', after)]))
    .orderBy((where) => where('after_sha', '=', after), 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst(),
})

export const keepNotice = async (db: Db, { tenantId, deploymentId }: OfDeployment, push: Push, syncId: number): Promise<void> => {
  await db
    .insertInto('dbt_push_notices')
    .values({
      tenant_id: tenantId,
      deployment_id: deploymentId,
      branch: push.branch,
      before_sha: push.before,
      after_sha: push.after,
      sync_id: syncId,
    })
    .execute()
  await sql`delete from dbt_push_notices where tenant_id = ${tenantId} and deployment_id = ${deploymentId} and branch = ${push.branch} and id <= (
      select id from dbt_push_notices where tenant_id = ${tenantId} and deployment_id = ${deploymentId} and branch = ${push.branch}
      order by id desc offset ${maxKept} limit 1)`.execute(db)
}

export type PushSync = { id: number; branch_name: string }

/** The newest run that a push started, if it cloned this commit and did not fail. */
export const findSyncOfHead = async (db: Db, { tenantId, deploymentId }: OfDeployment, sha: string): Promise<PushSync | undefined> => {
  const row = await db
    .selectFrom('dbt_syncs as s')
    .leftJoin('dbt_sync_outcomes as o', (join) => join.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.sync_id', '=', 's.id'))
    .select(['s.id', 's.branch_name', 's.head_sha', 's.lost_at', 's.cancelled_at', 'o.status'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.deployment_id', '=', deploymentId)
    .where('s.trigger', '=', 'webhook')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isGood = row && (row.status === 'COMPLETED' || (row.status === null && row.lost_at === null && row.cancelled_at === null))
  return isGood && row.head_sha === sha ? row : undefined
}

/** Has the run that waits behind another take the push in as well; nothing where none waits. One that a worker begins meanwhile is not waiting. */
export const joinWaitingSync = async (db: Db, { tenantId, deploymentId }: OfDeployment, push: Push): Promise<PushSync | undefined> =>
  db
    .updateTable('dbt_syncs')
    .set({
      trigger_context: sql`trigger_context || ${JSON.stringify({ headSha: push.after, pushedBranch: push.branch })}::jsonb`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('trigger', '=', 'webhook')
    .where('begun_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('lost_at', 'is', null)
    .returning(['id', 'branch_name'])
    .executeTakeFirst()
