import { type Db, sql } from '#db'
import { type Grantee, isOfKey, type ResourceKind } from '#domains/content/grants'
import type { ItemKind, Level } from '#domains/content/items'
import type { Resource } from './require-resource.ts'

/** An item and what contains it, the nearest first. */
export type Step = { id: number; kind: ItemKind; name: string; owner_id: number | null }

const chain = ({ tenantId, itemId }: Resource['access']) => sql`recursive step as (
    select 0 as distance, i.id, i.kind, i.name, i.owner_id, i.parent_id from content_items i where i.tenant_id = ${tenantId} and i.id = ${itemId}
    union all
    select s.distance + 1, i.id, i.kind, i.name, i.owner_id, i.parent_id
    from step s join content_items i on i.tenant_id = ${tenantId} and i.id = s.parent_id
  )`

export const listChain = async (db: Db, access: Resource['access']): Promise<Step[]> => {
  const { rows } = await sql<Step>`with ${chain(access)} select s.id, s.kind, s.name, s.owner_id from step s order by s.distance`.execute(
    db,
  )
  return rows
}

/** A grant on the resource or on what contains it, with who it names. */
export type GrantedRow = {
  /** Steps from the item; -1 for what was granted on a dashboard alone. */
  distance: number
  resource_id: number
  resource_kind: ResourceKind
  grantee_kind: Grantee['kind']
  /** As the tables have it: 0 and -1 stand for everybody. */
  grantee_id: number
  level: Exclude<Level, 0>
  group_name: string | null
  embed_tenant_name: string | null
  email: string | null
  first_name: string | null
  picture: string | null
}

/** Whether a key that names embed tenants may know of it. Those of all are nobody's secret. */
const isShown = (access: Resource['access'], { grantee_kind, embed_tenant_name }: GrantedRow): boolean =>
  (grantee_kind !== 'embed_tenant' && grantee_kind !== 'external_user') || isOfKey(access, embed_tenant_name)

/** The nearest first, of each step in the order of the grants. What is left of embed tenants that are being removed is not shown. */
export const listGranted = async (db: Db, { kind, id, access }: Resource): Promise<GrantedRow[]> => {
  const { tenantId } = access
  const { rows } = await sql<GrantedRow>`with ${chain(access)}, granted as (
      select -1 as distance, d.dashboard_id as resource_id, 'dashboard' as resource_kind, 1 as level, d.grantee_id, d.granted_at,
        case when d.principal_id is not null then 'user' when d.group_id is not null then 'group' else 'organisation' end as grantee_kind,
        d.principal_id, d.group_id, null::bigint as external_user_id, null::bigint as embed_tenant_id
      from dashboard_grants d where d.tenant_id = ${tenantId} and d.dashboard_id = ${kind === 'dashboard' ? id : null}::bigint
      union all
      select s.distance, s.id, s.kind, g.level, g.grantee_id, g.granted_at, g.grantee_kind, g.principal_id, g.group_id, g.external_user_id, g.embed_tenant_id
      from step s join content_grants g on g.tenant_id = ${tenantId} and g.item_id = s.id
    )
    select g.distance, g.resource_id, g.resource_kind, g.grantee_kind, g.grantee_id, g.level, o.name as group_name, t.name as embed_tenant_name,
      coalesce(u.email, p.name, x.email, x.external_id) as email, coalesce(u.first_name, x.display_name) as first_name, coalesce(u.picture, x.picture) as picture
    from granted g
    left join groups o on o.tenant_id = ${tenantId} and o.id = g.group_id
    left join principals p on p.tenant_id = ${tenantId} and p.id = g.principal_id
    left join users u on u.tenant_id = ${tenantId} and u.id = g.principal_id
    left join external_users x on x.tenant_id = ${tenantId} and x.id = g.external_user_id
    left join embed_tenants t on t.tenant_id = ${tenantId} and t.id = coalesce(g.embed_tenant_id, x.embed_tenant_id)
    where t.removed_at is null
    order by g.distance, g.granted_at, g.grantee_id`.execute(db)
  return rows.filter((row) => isShown(access, row))
}
