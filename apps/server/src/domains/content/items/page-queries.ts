import { callByName, type Db } from '#db'
import { callerArguments, placeArguments, usableLevel } from './level-queries.ts'
import { type ItemKind, type Level, levels } from './levels.ts'
import { sortName } from './sort-name.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

export type SortKey = 'name' | 'created' | 'updated' | 'position' | 'id'

/** Counts stop here, as every count does. */
export const countCap = 10_000

/** What to list. Kinds that the caller's roles do not show are left out by themselves. */
export type ContentFilter = {
  kinds: readonly ItemKind[]
  /** The folder, or the workbook of reports; 0 is the root, null everywhere. */
  parentId: number | null
  search?: string | null | undefined
  /** Only reports that are placed in this spreadsheet. */
  externalWorkbookId?: string | null | undefined
  /** Without the reports of workbooks. */
  isLoose?: boolean
}

export type ContentOrder = { sort: SortKey; isDescending: boolean }

export type Place = { key: string; id: number }

/** An item of a page. A folder of the level `none` only leads to something: nothing but its name and path is shown of it. */
export type FoundItem = { id: number; kind: ItemKind; level: Level; key: string }

type FoundRow = { id: number; kind: ItemKind; level: Level; sort_key: string; sort_number: number }

const shownKinds = ({ caps }: WorkspaceAccess, { kinds }: ContentFilter): ItemKind[] => kinds.filter((kind) => caps[kind] > levels.none)

export const filterArguments = (workspace: WorkspaceAccess, filter: ContentFilter) => ({
  ...placeArguments(workspace),
  p_kinds: shownKinds(workspace, filter),
  p_parent_id: filter.parentId,
  p_search: filter.search ? sortName(filter.search) : null,
  p_external_workbook_id: filter.externalWorkbookId ?? null,
  p_is_loose: filter.isLoose ?? false,
  ...callerArguments(workspace),
  p_sees_all: workspace.isAdministrator,
})

/** What the caller sees behind a place, in its order: never what it does not see. */
export const listContent = async (
  db: Db,
  workspace: WorkspaceAccess,
  filter: ContentFilter,
  { sort, isDescending }: ContentOrder,
  after: Place | null,
  limit: number,
): Promise<FoundItem[]> => {
  const isNumber = sort !== 'name' && sort !== 'id'
  const rows = await callByName<FoundRow>(db, 'facet_list_content', {
    ...filterArguments(workspace, filter),
    p_sort: sort,
    p_is_descending: isDescending,
    p_after_name: after && sort === 'name' ? after.key : null,
    p_after_number: after && isNumber ? after.key : null,
    p_after_id: after ? after.id : null,
    p_limit: limit,
  })
  const keyOf = ({ sort_key, sort_number }: FoundRow): string => (isNumber ? String(sort_number) : sort_key)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    level: usableLevel(workspace, row.kind, row.level),
    key: sort === 'id' ? '' : keyOf(row),
  }))
}

/** How many the caller sees, counted up to a limit. */
export const countContent = async (db: Db, workspace: WorkspaceAccess, filter: ContentFilter): Promise<number> => {
  const [row] = await callByName<{ facet_count_content: number }>(db, 'facet_count_content', {
    ...filterArguments(workspace, filter),
    p_limit: countCap,
  })
  return row?.facet_count_content ?? 0
}

/** What the caller looked at and still sees, in the order of that. */
export const listViewed = async (
  db: Db,
  workspace: WorkspaceAccess,
  filter: ContentFilter,
  isDescending: boolean,
  limit: number,
): Promise<FoundItem[]> => {
  const rows = await callByName<Pick<FoundRow, 'id' | 'kind' | 'level'>>(db, 'facet_list_viewed_content', {
    ...filterArguments(workspace, filter),
    p_is_descending: isDescending,
    p_viewer_id: workspace.personId,
    p_limit: limit,
  })
  return rows.map(({ id, kind, level }) => ({ id, kind, level: usableLevel(workspace, kind, level), key: '' }))
}
