import type { AttributeType, GenerateSession } from '@facet/contract'
import type { SessionsAccess } from '#access'
import { type Db, sql } from '#db'

export type StoredUser = {
  id: number
  email: string | null
  display_name: string | null
  picture: string | null
  group_ids: number[]
  embed_group_ids: number[]
  tenant_group_ids: number[]
  attribute_values: Record<string, unknown>
}

export const findStoredUser = (db: Db, { tenantId }: SessionsAccess, embedTenantId: number, externalId: string) =>
  db
    .selectFrom('external_users')
    .select(['id', 'email', 'display_name', 'picture', 'group_ids', 'embed_group_ids', 'tenant_group_ids', 'attribute_values'])
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

export type GroupRow = { id: number; name: string; namespace: string; embed_tenant_id: number | null }

export const listGroupsById = (db: Db, { tenantId }: SessionsAccess, ids: number[]): Promise<GroupRow[]> =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'namespace', 'embed_tenant_id'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .orderBy('id')
    .execute()

export type AttributeRow = { id: number; name: string; type: AttributeType; default_value: string | null; is_trusted: boolean }

/** All of a catalog: a thousand at most. */
export const listAttributes = async (db: Db, { tenantId }: SessionsAccess, embedTenantId: number | null): Promise<AttributeRow[]> => {
  const rows = await db
    .selectFrom('user_attributes')
    .select(['id', 'name', 'type', 'default_value', 'is_trusted'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`embed_tenant_id is not distinct from ${embedTenantId}::bigint`)
    .orderBy('id')
    .execute()
  return rows as AttributeRow[]
}

export const listInternalValues = async (db: Db, { tenantId }: SessionsAccess, userId: number): Promise<Record<string, unknown>> => {
  const rows = await db
    .selectFrom('user_attribute_values')
    .select(['user_attribute_id', 'value'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
  return Object.fromEntries(rows.map((row) => [String(row.user_attribute_id), row.value as unknown]))
}

export const listInternalGroups = async (db: Db, { tenantId }: SessionsAccess, userId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('user_group_members')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

export type SentDefinitions = NonNullable<GenerateSession['userAttributeDefinitions']>
