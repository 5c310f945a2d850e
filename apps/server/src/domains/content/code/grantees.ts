import type { ContentFileGrant } from '@facet/contract'
import { type Db, sql } from '#db'
import type { Grantee } from '#domains/content/grants'
import { findOwners, type WorkspaceAccess } from '#domains/content/items'
import { ownerNamed } from './sharing-queries.ts'

/** Somebody whom a file names, under the name that they have here. */
export type Found = { grantee: Grantee; name: string | null }
type Named = Pick<ContentFileGrant, 'to' | 'name'>

/** People, groups and embed tenants by name, each looked up once. */
export type Grantees = {
  find: (named: Named) => Promise<Found | null>
  /** Somebody who can own something; nobody who was deactivated. */
  findOwner: (owner: string) => Promise<{ id: number; owner: string } | null>
  /** The caller, as files name owners. */
  ownName: () => Promise<string>
}

type Row = { id: number; name: string; is_active: boolean }

const lookups: Record<
  'user' | 'service_account' | 'group' | 'embed_tenant',
  (tenantId: number, name: string) => ReturnType<typeof sql<Row>>
> = {
  user: (tenantId, name) => sql<Row>`
    select u.id, u.email as name, not p.is_deactivated as is_active from users u
    join principals p on p.tenant_id = u.tenant_id and p.id = u.id
    where u.tenant_id = ${tenantId} and lower(u.email) = lower(${name})`,
  service_account: (tenantId, name) => sql<Row>`
    select p.id, p.name, not p.is_deactivated as is_active from principals p
    where p.tenant_id = ${tenantId} and p.kind = 'service_account' and lower(p.name) = lower(${name})`,
  group: (tenantId, name) => sql<Row>`
    select g.id, g.name, true as is_active from groups g
    where g.tenant_id = ${tenantId} and g.embed_tenant_id is null and g.namespace = 'groups' and g.name = ${name}`,
  embed_tenant: (tenantId, name) => sql<Row>`
    select t.id, t.name, true as is_active from embed_tenants t
    where t.tenant_id = ${tenantId} and t.name = lower(${name}) and t.removed_at is null`,
}

const kinds = { user: 'user', service_account: 'user', group: 'group', embed_tenant: 'embed_tenant' } as const

export const createGrantees = (db: Db, workspace: WorkspaceAccess): Grantees => {
  const known = new Map<string, Promise<Row | undefined>>()
  let own: Promise<string> | undefined
  const lookOwn = async (): Promise<string> => {
    const person = (await findOwners(db, workspace, [workspace.personId])).get(workspace.personId)
    return person?.email || `service-account:${person?.firstName ?? ''}`
  }
  const look = (to: keyof typeof lookups, name: string): Promise<Row | undefined> => {
    const key = `${to} ${name}`
    const looked =
      known.get(key) ??
      lookups[to](workspace.tenantId, name)
        .execute(db)
        .then(({ rows }) => rows[0])
    known.set(key, looked)
    return looked
  }
  return {
    find: async ({ to, name }) => {
      if (to === 'organization') return { grantee: { kind: 'organisation', id: null }, name: null }
      if (to === 'all_embed_users') return { grantee: { kind: 'all_embed_users', id: null }, name: null }
      const row = name === undefined ? undefined : await look(to, name)
      return row ? { grantee: { kind: kinds[to], id: row.id }, name: row.name } : null
    },
    findOwner: async (owner) => {
      const { kind, name } = ownerNamed(owner)
      const row = await look(kind, name)
      return row?.is_active ? { id: row.id, owner: kind === 'user' ? row.name : `service-account:${row.name}` } : null
    },
    ownName: () => (own ??= lookOwn()),
  }
}
