import type { AttributeType } from '@facet/contract'
import type { Insertable, Updateable } from 'kysely'
import type { TenantAccess } from '#access'
import { brokenConstraint, type Database, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

type Table = Database['user_attributes']
export type NewAttribute = Omit<Insertable<Table>, 'tenant_id' | 'id' | 'embed_tenant_id'>
export type AttributeChange = Pick<Updateable<Table>, 'display_name' | 'description' | 'default_value' | 'is_trusted'>
export type AttributeFilter = { name?: string | null; type?: AttributeType | null }

const shown = ['id', 'name', 'display_name', 'description', 'default_value', 'is_trusted'] as const
// The column holds no other: the table checks it.
const typeColumn = sql.ref<AttributeType>('type').as('type')

const definitions = (db: Db, access: TenantAccess, { name, type }: AttributeFilter = {}) =>
  db
    .selectFrom('user_attributes')
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', 'is', null)
    .$if(name != null, (query) => query.where('name', '=', name ?? ''))
    .$if(type != null, (query) => query.where('type', '=', type ?? ''))

export const listAttributesAfter = (db: Db, access: TenantAccess, filter: AttributeFilter, afterId: number, limit: number) =>
  definitions(db, access, filter).select(shown).select(typeColumn).where('id', '>', afterId).orderBy('id').limit(limit).execute()
export type AttributeRow = Awaited<ReturnType<typeof listAttributesAfter>>[number]

export const listAttributesAt = (db: Db, access: TenantAccess, filter: AttributeFilter, offset: number, limit: number) =>
  definitions(db, access, filter).select(shown).select(typeColumn).orderBy('id').offset(offset).limit(limit).execute()

export const countAttributes = async (db: Db, access: TenantAccess, filter: AttributeFilter, cap: number): Promise<number> => {
  const few = definitions(db, access, filter).select('id').limit(cap)
  const { count } = await db
    .selectFrom(few.as('few'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const attributeNotFound = (id: number | string): Failure =>
  new Failure('user_attribute_not_found', `User attribute ${id} was not found among those of the whole tenant.`)

export const getAttribute = async (db: Db, access: TenantAccess, id: number): Promise<AttributeRow> => {
  const row = await definitions(db, access).select(shown).select(typeColumn).where('id', '=', id).executeTakeFirst()
  if (!row) throw attributeNotFound(id)
  return row
}

export const insertAttribute = async (db: Db, access: TenantAccess, values: NewAttribute): Promise<AttributeRow> => {
  try {
    return await db
      .insertInto('user_attributes')
      .values({ ...values, tenant_id: access.tenantId })
      .returning([...shown, typeColumn])
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (brokenConstraint(error) === 'user_attributes_name_key')
      throw new Failure('user_attribute_name_taken', `An attribute called "${values.name}" already exists. Choose another name.`, {
        cause: error,
      })
    throw error
  }
}

export const changeAttribute = (db: Db, access: TenantAccess, id: number, change: AttributeChange): Promise<AttributeRow> =>
  db
    .updateTable('user_attributes')
    .set(change)
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', 'is', null)
    .where('id', '=', id)
    .returning([...shown, typeColumn])
    .executeTakeFirstOrThrow()

export const removeAttribute = async (db: Db, access: TenantAccess, id: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('user_attributes')
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
