import { type Db, sql } from '#db'
import { type Grantee as AnyGrantee, requireAllOfKey, requireOfKey } from '#domains/content/grants'
import { consoleWorkspace } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Resource } from './require-resource.ts'
import { showsPeople } from './shown-names.ts'

type NamedUser = { kind: 'user' | 'service_account' | 'external_user'; id: number }
type NamedGroup = { kind: 'group'; id: number } | { kind: 'embed_tenant'; id: string }

/** `named` is what the trail says of them. */
export type Grantee<Named = NamedUser | NamedGroup> = AnyGrantee & { named: readonly Named[] }

type Of = Resource['access']

/** In an embed tenant, all its creators. */
export const organisationOf = ({ embedTenantId }: Of): Grantee<never> => ({
  kind: 'organisation',
  id: embedTenantId === consoleWorkspace ? null : embedTenantId,
  named: [],
})

const principal = (db: Db, { tenantId }: Of, id: number) =>
  db.selectFrom('principals').select('kind').where('tenant_id', '=', tenantId).where('id', '=', id)

const externalUser = (db: Db, { tenantId, embedTenantId }: Of, id: number) =>
  db
    .selectFrom('external_users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('id', '=', id)

export const userNotFound = (id: number): Failure =>
  new Failure('user_not_found', `User ${id} was not found among those that this item can be shared with.`)

/**
 * Somebody of the workspace: a user or service account in the console's, an external user in that of an embed tenant. With `isHeld`, as
 * the groups are: not deleted before the grant is there.
 */
export const requireUser = async (db: Db, access: Of, id: number, { isHeld }: { isHeld: boolean }): Promise<Grantee<NamedUser>> => {
  if (access.embedTenantId !== consoleWorkspace) {
    const visitor = await externalUser(db, access, id)
      .$if(isHeld, (query) => query.forKeyShare())
      .executeTakeFirst()
    if (!visitor) throw userNotFound(id)
    return { kind: 'external_user', id, named: [{ kind: 'external_user', id }] }
  }
  const found = await principal(db, access, id)
    .$if(isHeld, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!found) throw userNotFound(id)
  return { kind: 'user', id, named: [{ kind: found.kind === 'user' ? 'user' : 'service_account', id }] }
}

const findGroup = (db: Db, { tenantId, embedTenantId }: Of, id: number) =>
  db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', embedTenantId === consoleWorkspace ? 'is' : '=', embedTenantId === consoleWorkspace ? null : embedTenantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()

/** Whoever may not list people goes by names when sharing with embed tenants; by ids, only by those that it is shared with already. */
const findEmbedTenant = (db: Db, access: Of, id: number) =>
  db
    .selectFrom('embed_tenants as t')
    .select('t.name')
    .where('t.tenant_id', '=', access.tenantId)
    .where('t.id', '=', id)
    .where('t.removed_at', 'is', null)
    .$if(!showsPeople(access), (query) =>
      query.where(
        sql<boolean>`exists (select from content_grants g where g.tenant_id = t.tenant_id and g.item_id = ${access.itemId} and g.grantee_id = t.id)`,
      ),
    )
    .forKeyShare('t')
    .executeTakeFirst()

export const groupNotFound = (id: number): Failure =>
  new Failure('group_not_found', `Group ${id} was not found among those that this item can be shared with.`)

/** A group of the workspace; in the console's also those of the platform, which have no rows and go by the ids of what they stand for. */
export const requireGroup = async (db: Db, access: Of, id: number): Promise<Grantee<NamedGroup>> => {
  if (await findGroup(db, access, id)) return { kind: 'group', id, named: [{ kind: 'group', id }] }
  const embedTenant = access.embedTenantId === consoleWorkspace ? await findEmbedTenant(db, access, id) : undefined
  if (embedTenant) {
    requireOfKey(access, embedTenant.name, id)
    return { kind: 'embed_tenant', id, named: [{ kind: 'embed_tenant', id: embedTenant.name }] }
  }
  if (access.embedTenantId === consoleWorkspace && id === access.tenantId) {
    requireAllOfKey(access)
    return { kind: 'all_embed_users', id: null, named: [] }
  }
  throw groupNotFound(id)
}
