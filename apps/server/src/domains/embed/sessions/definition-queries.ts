import type { GenerateSession, GroupNamespace } from '@facet/contract'
import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'
import { lockCatalog } from '#domains/embed/revocation'
import { type Catalog, catalogOf, type CatalogRequest } from '#embed'

type InTenant = Pick<TenantAccess, 'tenantId'>

/** The embed tenant of this name, made when it is not there, its catalog locked until the transaction ends. */
export const ensureEmbedTenant = async (db: Db, { tenantId }: InTenant, name: string, displayName: string | null): Promise<number> => {
  // The update writes nothing: it makes the statement answer the row that was there, and waits for one being made.
  const { rows } = await sql<{
    id: number
  }>`insert into embed_tenants (tenant_id, name, display_name) values (${tenantId}, ${name}, ${displayName})
    on conflict (tenant_id, name) where removed_at is null do update set name = excluded.name returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The embed tenant was neither made nor found.')
  await lockCatalog(db, { tenantId }, id)
  await sql`update embed_tenants set display_name = coalesce(${displayName}, display_name)
    where tenant_id = ${tenantId} and id = ${id} and display_name is distinct from coalesce(${displayName}, display_name)`.execute(db)
  return id
}

/** The catalog as this transaction sees it, its own definitions included. */
export const resolveInTransaction = async (db: Db, request: CatalogRequest): Promise<Catalog> => {
  const { tenantId, embedTenantName, isEmbedScope, groups, tenantGroups, attributes } = request
  const { rows } = await sql<
    Parameters<typeof catalogOf>[0]
  >`select * from facet_resolve_catalog(${tenantId}::bigint, ${embedTenantName}::text,
    ${isEmbedScope && embedTenantName !== null}, ${groups}::text[], ${tenantGroups}::text[], ${attributes}::text[])`.execute(db)
  if (!rows[0]) throw new Error('The catalog function gave no row.')
  return catalogOf(rows[0])
}

type GroupDefinitions = NonNullable<GenerateSession['groupDefinitions']>

/** New ones are made; a description that differs is taken over, and none is ever cleared. */
export const upsertGroups = async (
  db: Db,
  { tenantId }: InTenant,
  embedTenantId: number,
  namespace: GroupNamespace,
  definitions: GroupDefinitions,
): Promise<void> => {
  if (definitions.length === 0) return
  const rows = JSON.stringify(definitions.map(({ name, description }) => ({ name, description: description || null })))
  await sql`insert into groups (tenant_id, embed_tenant_id, namespace, name, description)
    select ${tenantId}, ${embedTenantId}, ${namespace}, d.name, d.description from jsonb_to_recordset(${rows}::jsonb) as d(name text, description text)
    on conflict (tenant_id, embed_tenant_id, namespace, name) do update set description = excluded.description
    where excluded.description is not null and groups.description is distinct from excluded.description`.execute(db)
}

type AttributeDefinitions = NonNullable<GenerateSession['userAttributeDefinitions']>

/** New ones are made; texts that were sent and differ are taken over. The type was compared before. */
export const upsertAttributes = async (
  db: Db,
  { tenantId }: InTenant,
  embedTenantId: number,
  definitions: AttributeDefinitions,
): Promise<void> => {
  if (definitions.length === 0) return
  await sql`insert into user_attributes as a (tenant_id, embed_tenant_id, name, type, display_name, description, default_value)
    select ${tenantId}, ${embedTenantId}, d.name, d.type, d."displayName", d.description, d."defaultValue"
    from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb) as d(name text, type text, "displayName" text, description text, "defaultValue" text)
    on conflict (tenant_id, embed_tenant_id, name) do update set display_name = coalesce(excluded.display_name, a.display_name),
      description = coalesce(excluded.description, a.description), default_value = coalesce(excluded.default_value, a.default_value)
    where (a.display_name, a.description, a.default_value) is distinct from (coalesce(excluded.display_name, a.display_name),
      coalesce(excluded.description, a.description), coalesce(excluded.default_value, a.default_value))`.execute(db)
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
