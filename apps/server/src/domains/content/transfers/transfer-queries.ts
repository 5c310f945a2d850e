import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { consoleWorkspace, type ItemKind } from '#domains/content/items'
import type { WorkspaceItemRef } from '@facet/contract'

export const findPrincipal = (db: Db, { tenantId }: DeploymentAccess, id: number) =>
  db
    .selectFrom('principals')
    .select(['kind', 'is_deactivated'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/** Whether somebody who is gone has left anything: their items keep the id. */
export const ownsAnything = async (db: Db, { tenantId, deploymentId }: DeploymentAccess, ownerId: number): Promise<boolean> => {
  const found = await db
    .selectFrom('content_items')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('embed_tenant_id', '=', consoleWorkspace)
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What one owner has in the console's workspace; for null what nobody has, since whoever had it is gone. */
const ownedBy = ({ tenantId, deploymentId }: DeploymentAccess, ownerId: number | null) => sql`
  i.tenant_id = ${tenantId} and i.deployment_id = ${deploymentId} and i.embed_tenant_id = ${consoleWorkspace} and ${
    ownerId === null
      ? sql`(i.owner_id is null or not exists (select from principals p where p.tenant_id = ${tenantId} and p.id = i.owner_id))`
      : sql`i.owner_id = ${ownerId}`
  }`

export type Transferred = { counts: Partial<Record<ItemKind, number>>; sample: { kind: ItemKind; id: number }[] }

const sampleSize = 100

/** Gives all of it to another, or says what that would be. Counted here: it may be a great deal. */
export const transferItems = async (
  db: Db,
  access: DeploymentAccess,
  { from, to, isDryRun }: { from: number | null; to: number; isDryRun: boolean },
): Promise<Transferred> => {
  const items = isDryRun
    ? sql`select i.id, i.kind from content_items i where ${ownedBy(access, from)}`
    : sql`update content_items i set owner_id = ${to} where ${ownedBy(access, from)} returning i.id, i.kind`
  const { rows } = await sql<Transferred>`
    with items as (${items})
    select (select coalesce(jsonb_object_agg(k.kind, k.count), '{}') from (select i.kind, count(*) from items i group by i.kind) k) as counts,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id) order by f.id), '[]')
       from (select i.kind, i.id from items i order by i.id limit ${sampleSize}) f) as sample`.execute(db)
  return rows[0] ?? { counts: {}, sample: [] }
}

export const refOf = ({ kind, id }: Transferred['sample'][number]): WorkspaceItemRef => ({
  type: kind.toUpperCase() as WorkspaceItemRef['type'],
  id,
})
