import type { ContentFileGrant } from '@facet/contract'
import { type Db, sql } from '#db'
import { isOfKey } from '#domains/content/grants'
import { findOwners, type WorkspaceAccess } from '#domains/content/items'
import { showsPeople } from '#domains/content/policies'

/** Who items belong to and whom they are shared with, as files say it. */
export type Sharing = { owner?: string | null; grants?: ContentFileGrant[] }

type GrantRow = { id: number; to: ContentFileGrant['to']; name: string | null; level: 1 | 2 | 3 }

const levelNames = { 1: 'view', 2: 'edit', 3: 'full' } as const

/** People by email and service accounts by name, told apart. */
const serviceAccount = 'service-account:'
export const ownerNamed = (owner: string): { kind: 'user' | 'service_account'; name: string } =>
  owner.startsWith(serviceAccount) ? { kind: 'service_account', name: owner.slice(serviceAccount.length) } : { kind: 'user', name: owner }

const namesOf = sql`case g.grantee_kind when 'user' then p.kind when 'organisation' then 'organization' else g.grantee_kind end as "to",
  coalesce(u.email, p.name, o.name, t.name) as name`
const joins = (tenantId: number) => sql`
  left join principals p on p.tenant_id = ${tenantId} and p.id = g.principal_id
  left join users u on u.tenant_id = ${tenantId} and u.id = g.principal_id
  left join groups o on o.tenant_id = ${tenantId} and o.id = g.group_id`

const itemGrants = ({ tenantId }: WorkspaceAccess, ids: readonly number[]) => sql<GrantRow>`
  select g.item_id as id, g.level, ${namesOf} from content_grants g ${joins(tenantId)}
  left join embed_tenants t on t.tenant_id = ${tenantId} and t.id = g.embed_tenant_id
  where g.tenant_id = ${tenantId} and g.item_id = any(${ids}::bigint[]) and t.removed_at is null`

const dashboardGrants = ({ tenantId }: WorkspaceAccess, ids: readonly number[]) => sql<GrantRow>`
  select g.id, 1 as level, ${namesOf} from (
    select d.dashboard_id as id, d.principal_id, d.group_id,
      case when d.principal_id is not null then 'user' when d.group_id is not null then 'group' else 'organisation' end as grantee_kind
    from dashboard_grants d where d.tenant_id = ${tenantId} and d.dashboard_id = any(${ids}::bigint[])
  ) g ${joins(tenantId)} cross join (select null as name) t`

const orderOf = ({ to, name }: ContentFileGrant): string => `${to} ${name ?? ''}`

/** In one order, whoever granted first. */
export const orderedGrants = (grants: readonly ContentFileGrant[]): ContentFileGrant[] =>
  grants.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : Number(orderOf(a) > orderOf(b))))

/** A key that names embed tenants is told of those alone. */
const shownGrants = (workspace: WorkspaceAccess, rows: readonly GrantRow[]): ContentFileGrant[] =>
  orderedGrants(
    rows
      .filter(({ to, name }) => to !== 'embed_tenant' || isOfKey(workspace, name))
      .map(({ to, name, level }) => ({ to, ...(name === null ? {} : { name }), level: levelNames[level] })),
  )

const grantsOf = async (
  db: Db,
  workspace: WorkspaceAccess,
  ids: readonly number[],
  query: typeof itemGrants,
): Promise<Map<number, ContentFileGrant[]>> => {
  const { rows } = await query(workspace, ids).execute(db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map(ids.map((id) => [id, shownGrants(workspace, byId.get(id) ?? [])]))
}

/** Of each of these items; nothing where people are not for the caller to know. */
export const findSharing = async (
  db: Db,
  workspace: WorkspaceAccess,
  items: readonly { id: number; owner_id: number | null }[],
): Promise<Map<number, Sharing>> => {
  if (!showsPeople(workspace) || items.length === 0) return new Map()
  const owners = await findOwners(
    db,
    workspace,
    items.map(({ owner_id }) => owner_id),
  )
  const grants = await grantsOf(
    db,
    workspace,
    items.map(({ id }) => id),
    itemGrants,
  )
  return new Map(
    items.map(({ id, owner_id }) => {
      const owner = owner_id === null ? undefined : owners.get(owner_id)
      const name = owner && (owner.email || `${serviceAccount}${owner.firstName ?? ''}`)
      return [id, { owner: name ?? null, grants: grants.get(id) ?? [] }]
    }),
  )
}

/** Whom each of these dashboards alone is shared with. */
export const findDashboardSharing = async (
  db: Db,
  workspace: WorkspaceAccess,
  dashboardIds: readonly number[],
): Promise<Map<number, ContentFileGrant[]>> =>
  showsPeople(workspace) && dashboardIds.length > 0 ? grantsOf(db, workspace, dashboardIds, dashboardGrants) : new Map()
