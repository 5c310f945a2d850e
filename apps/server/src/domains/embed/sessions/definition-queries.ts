import type { GenerateSession, GroupNamespace } from '@facet/contract'
import type { InTenant } from '#access'
import type { Touched } from '#kernel/audit'
import { callByName, type Db, sql } from '#db'
import { type Catalog, catalogOf, type CatalogRequest, resolveArguments, resolveFunction } from '#engine/embed'

/** What of a catalog was touched. */
export type Defined = Touched<'embed_tenant' | 'group' | 'user_attribute'>[]

// Of the rows that an upsert gives back, those that no transaction replaces are the ones it made.
const written = sql`returning id, xmax = 0 as is_new`
type Written = { id: number; is_new: boolean }

const definedIn = (kind: 'group' | 'user_attribute', rows: Written[]): Defined =>
  rows.map(({ id, is_new: isNew }) => ({ kind, id, did: isNew ? 'created' : 'updated' }))

/** Makes the embed tenant; nothing when there is one of the name by now. Waits for somebody who is making it this moment. */
export const addEmbedTenant = async (db: Db, { tenantId }: InTenant, name: string): Promise<Defined> => {
  const { rows } = await sql`insert into embed_tenants (tenant_id, name) values (${tenantId}, ${name})
    on conflict (tenant_id, name) where removed_at is null do nothing returning id`.execute(db)
  return rows.map(() => ({ kind: 'embed_tenant', id: name, did: 'created' }))
}

export const setDisplayName = async (db: Db, { tenantId }: InTenant, embedTenantId: number, displayName: string): Promise<Defined> => {
  const { rows } = await sql<{ name: string }>`update embed_tenants set display_name = ${displayName}
    where tenant_id = ${tenantId} and id = ${embedTenantId} and display_name is distinct from ${displayName} returning name`.execute(db)
  return rows.map(({ name }) => ({ kind: 'embed_tenant', id: name, did: 'updated' }))
}

/**
 * The catalog as this transaction sees it, its own definitions included. Waits for whoever is taking something from it, and
 * keeps others from doing so until the transaction ends.
 */
export const resolveInTransaction = async (db: Db, request: CatalogRequest): Promise<Catalog> => {
  const [row] = await callByName<Parameters<typeof catalogOf>[0]>(db, resolveFunction, resolveArguments(request, true))
  if (!row) throw new Error('The catalog function gave no row.')
  return catalogOf(row)
}

type GroupDefinitions = NonNullable<GenerateSession['groupDefinitions']>

/** New ones are made; a description that differs is taken over, and none is ever cleared. */
export const upsertGroups = async (
  db: Db,
  { tenantId }: InTenant,
  embedTenantId: number,
  namespace: GroupNamespace,
  definitions: GroupDefinitions,
): Promise<Defined> => {
  if (definitions.length === 0) return []
  const rows = JSON.stringify(definitions.map(({ name, description }) => ({ name, description: description || null })))
  const { rows: groups } = await sql<Written>`insert into groups (tenant_id, embed_tenant_id, namespace, name, description)
    select ${tenantId}, ${embedTenantId}, ${namespace}, d.name, d.description from jsonb_to_recordset(${rows}::jsonb) as d(name text, description text)
    on conflict (tenant_id, embed_tenant_id, namespace, name) do update set description = excluded.description
    where excluded.description is not null and groups.description is distinct from excluded.description ${written}`.execute(db)
  return definedIn('group', groups)
}

type AttributeDefinitions = NonNullable<GenerateSession['userAttributeDefinitions']>

/** New ones are made; texts that were sent and differ are taken over. The type was compared before. */
export const upsertAttributes = async (
  db: Db,
  { tenantId }: InTenant,
  embedTenantId: number,
  definitions: AttributeDefinitions,
): Promise<Defined> => {
  if (definitions.length === 0) return []
  const { rows } =
    await sql<Written>`insert into user_attributes as a (tenant_id, embed_tenant_id, name, type, display_name, description, default_value)
    select ${tenantId}, ${embedTenantId}, d.name, d.type, d."displayName", d.description, d."defaultValue"
    from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb) as d(name text, type text, "displayName" text, description text, "defaultValue" text)
    on conflict (tenant_id, embed_tenant_id, name) do update set display_name = coalesce(excluded.display_name, a.display_name),
      description = coalesce(excluded.description, a.description), default_value = coalesce(excluded.default_value, a.default_value)
    where (a.display_name, a.description, a.default_value) is distinct from (coalesce(excluded.display_name, a.display_name),
      coalesce(excluded.description, a.description), coalesce(excluded.default_value, a.default_value)) ${written}`.execute(db)
  return definedIn('user_attribute', rows)
}

export const countAttributes = async (db: Db, { tenantId }: InTenant, embedTenantId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('user_attributes')
    .select(sql<number>`count(*)`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .executeTakeFirstOrThrow()
  return count
}

/** An active person of the tenant by username, in any case; external users and service accounts are none. */
export const findInternalUser = (db: Db, { tenantId }: InTenant, username: string) =>
  db
    .selectFrom('principals')
    .innerJoin('users', (join) => join.onRef('users.tenant_id', '=', 'principals.tenant_id').onRef('users.id', '=', 'principals.id'))
    .select(['principals.id', 'principals.name', 'users.email', 'users.first_name', 'users.picture', 'users.security_context'])
    .where('principals.tenant_id', '=', tenantId)
    .where('principals.kind', '=', 'user')
    .where('principals.is_deactivated', '=', false)
    .where((where) => where(where.fn('lower', ['principals.name']), '=', username.trim().toLowerCase()))
    .executeTakeFirst()
