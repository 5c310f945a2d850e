import type { AttributeType, AttributeValue } from '@facet/contract'
import type { EmbedTenantsAccess } from '#access'
import { type Db, sql } from '#db'

/** Whose values they are: an internal user has rows of them, an external one carries them, in the scope of its embed tenant. */
export type Holder = { id: number; kind: 'internal' } | { id: number; kind: 'external'; embedTenantId: number | null }

/** Users of the tenant itself are there for who reaches all of it, external ones for who reaches their embed tenant. */
export const findHolder = async (db: Db, access: EmbedTenantsAccess, id: number): Promise<Holder | undefined> => {
  const { tenantId, caller, embedTenants } = access
  const internal = await db.selectFrom('users').select('id').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
  if (internal) return caller.reach.isTenantWide ? { id, kind: 'internal' } : undefined
  const external = await db
    .selectFrom('external_users as u')
    .leftJoin('embed_tenants as e', (join) => join.onRef('e.tenant_id', '=', 'u.tenant_id').onRef('e.id', '=', 'u.embed_tenant_id'))
    .select('u.embed_tenant_id')
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', id)
    // Users of a removed embed tenant are gone already, and only their rows still wait for it.
    .where('e.removed_at', 'is', null)
    .$if(embedTenants !== null, (query) => query.where(sql<boolean>`e.name = any(${embedTenants}::text[])`))
    .executeTakeFirst()
  return external && { id, kind: 'external', embedTenantId: external.embed_tenant_id }
}

const attributes = (db: Db, { tenantId }: EmbedTenantsAccess) =>
  db
    .selectFrom('user_attributes as a')
    .where('a.tenant_id', '=', tenantId)
    .where('a.embed_tenant_id', 'is', null)
    .select(['a.id', 'a.name', 'a.display_name', 'a.description', 'a.default_value'])
    .select(sql.ref<AttributeType>('a.type').as('type'))
export type DefinitionRow = Awaited<ReturnType<typeof findDefinition>> & object

/** Keeps the definition, and with it the value to be written, from being deleted meanwhile. */
export const findDefinition = (db: Db, access: EmbedTenantsAccess, id: number) =>
  attributes(db, access).where('a.id', '=', id).forKeyShare().executeTakeFirst()

/** Every definition with the user's own value of it, if any. */
export const listValues = (db: Db, access: EmbedTenantsAccess, holder: Holder) => {
  const own =
    holder.kind === 'internal'
      ? sql<AttributeValue | null>`(select v.value from user_attribute_values v
          where v.tenant_id = a.tenant_id and v.user_id = ${holder.id} and v.user_attribute_id = a.id)`
      : sql<AttributeValue | null>`(select u.attribute_values -> a.id::text from external_users u
          where u.tenant_id = a.tenant_id and u.id = ${holder.id})`
  return attributes(db, access).select(own.as('value')).orderBy('a.id').execute()
}

const setInternal = async (db: Db, { tenantId }: EmbedTenantsAccess, userId: number, attributeId: number, value: AttributeValue | null) => {
  // Kept from being deleted until the value is written: otherwise its foreign key would have the last word.
  const user = await sql`select id from users where tenant_id = ${tenantId} and id = ${userId} for key share`.execute(db)
  if (user.rows.length === 0) return false
  if (value === null)
    await sql`delete from user_attribute_values
      where tenant_id = ${tenantId} and user_id = ${userId} and user_attribute_id = ${attributeId}`.execute(db)
  else
    await sql`insert into user_attribute_values (tenant_id, user_id, user_attribute_id, value)
      values (${tenantId}, ${userId}, ${attributeId}, ${JSON.stringify(value)}::jsonb)
      on conflict (tenant_id, user_id, user_attribute_id) do update set value = excluded.value, updated_at = now()`.execute(db)
  return true
}

const setExternal = async (db: Db, { tenantId }: EmbedTenantsAccess, userId: number, attributeId: number, value: AttributeValue | null) => {
  const key = String(attributeId)
  const values =
    value === null
      ? sql`attribute_values - ${key}::text`
      : sql`attribute_values || jsonb_build_object(${key}::text, ${JSON.stringify(value)}::jsonb)`
  // The fingerprint says that the last request of a session was applied as it stands, which holds no longer.
  const changed = await sql`update external_users set attribute_values = ${values}, fingerprint = null, updated_at = now()
    where tenant_id = ${tenantId} and id = ${userId} returning id`.execute(db)
  return changed.rows.length > 0
}

/** Null clears. False when the user is gone. */
export const setValue = (db: Db, access: EmbedTenantsAccess, holder: Holder, attributeId: number, value: AttributeValue | null) =>
  (holder.kind === 'internal' ? setInternal : setExternal)(db, access, holder.id, attributeId, value)
