import { brokenConstraint, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'
import type { ItemKind } from './levels.ts'
import { type ItemAccess, itemNotFound } from './require-item.ts'
import { sortName } from './sort-name.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

const columns = [
  'id',
  'kind',
  'name',
  'position',
  'parent_id',
  'workbook_id',
  'owner_id',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const

const itemsOf = (db: Db, { tenantId, deploymentId, embedTenantId }: WorkspaceAccess) =>
  db
    .selectFrom('content_items')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('embed_tenant_id', '=', embedTenantId)

/** What an item of any kind has in the tree. */
export type ItemRow = Awaited<ReturnType<ReturnType<typeof itemsOf>['executeTakeFirstOrThrow']>>

export const findItems = async (db: Db, workspace: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, ItemRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await itemsOf(db, workspace).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const getItem = async (db: Db, access: ItemAccess): Promise<ItemRow> => {
  const row = (await findItems(db, access, [access.itemId])).get(access.itemId)
  if (!row) throw itemNotFound(access.kind, access.itemId)
  return row
}

/** A name that another folder of the same parent has is the one thing that the tree itself refuses. */
const refuseTakenName = (error: unknown, name: string | undefined): never => {
  if (brokenConstraint(error) === 'content_items_folder_name_key')
    throw new Failure(
      'folder_name_taken',
      `A folder${name === undefined ? ' of this name' : ` "${name}"`} is there already, whether or not you can see it. Choose another name.`,
      { cause: error },
    )
  throw error
}

export type NewItem = { kind: ItemKind; name: string; parentId: number | null; workbookId?: number | null; position?: number }

/** A new item is its maker's. Folders, workbooks and reports begin here; what their kind has besides follows by its id. */
export const insertItem = async (db: Db, workspace: WorkspaceAccess, item: NewItem): Promise<number> => {
  const { tenantId, deploymentId, embedTenantId, personId } = workspace
  const { kind, name, parentId, workbookId = null, position = 0 } = item
  try {
    const { id } = await db
      .insertInto('content_items')
      .values({
        tenant_id: tenantId,
        deployment_id: deploymentId,
        embed_tenant_id: embedTenantId,
        kind,
        name,
        sort_name: sortName(name),
        parent_id: parentId,
        workbook_id: workbookId,
        position,
        owner_id: personId,
        created_by: personId,
        updated_by: personId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    return refuseTakenName(error, name)
  }
}

export type ItemChanges = { name?: string; position?: number; parentId?: number | null; workbookId?: number | null }

/** Changes what is sent, and says that the caller changed the item now, also where it is something else of it that changed. */
export const changeItem = async (db: Db, access: ItemAccess, changes: ItemChanges = {}): Promise<void> => {
  const { name, position, parentId, workbookId } = changes
  const { tenantId, itemId, personId } = access
  try {
    await db
      .updateTable('content_items')
      .set({
        updated_at: sql<Date>`now()`,
        updated_by: personId,
        ...(name === undefined ? {} : { name, sort_name: sortName(name) }),
        ...(position === undefined ? {} : { position }),
        ...(parentId === undefined ? {} : { parent_id: parentId }),
        ...(workbookId === undefined ? {} : { workbook_id: workbookId }),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', itemId)
      .execute()
  } catch (error) {
    refuseTakenName(error, name)
  }
}

/** With its grants and what else hangs on it. What it contains is elsewhere by now, the reports of a workbook aside, which go with it. */
export const removeItem = async (db: Db, { tenantId, itemId }: ItemAccess): Promise<number[]> => {
  const gone = await db
    .deleteFrom('content_items')
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('id', '=', itemId), where.and([where('parent_id', '=', itemId), where('workbook_id', '=', itemId)])]))
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
