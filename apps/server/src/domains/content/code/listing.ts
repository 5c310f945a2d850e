import type { ReadingContext } from '#context'
import type { Db } from '#db'
import {
  findFolderPaths,
  findItems,
  type FoundItem,
  type ItemKind,
  levels,
  listContent,
  type WorkspaceAccess,
} from '#domains/content/items'
import { findReportKeys, findWorkbookKeys } from './code-queries.ts'
import { folderFileName, reportFileName, workbookDirectory } from './file-names.ts'
import { createNameWindow, type Listed, type NameWindow } from './name-window.ts'

/** Reads in steps, each by what the caller may see then. */
export type Reading = Pick<ReadingContext, 'read'> & { workspaceOf: (db: Db) => Promise<WorkspaceAccess> }

type NamesOf = (db: Db, workspace: WorkspaceAccess, ids: readonly number[]) => Promise<Map<number, string>>

const folderNames: NamesOf = async (db, workspace, ids) => {
  const rows = await findItems(db, workspace, ids)
  const paths = await findFolderPaths(db, workspace, [...rows.keys()])
  return new Map([...rows].map(([id, { name }]) => [id, folderFileName([...(paths.get(id) ?? []).map((folder) => folder.name), name])]))
}

const reportNames: NamesOf = async (db, workspace, ids) =>
  new Map([...(await findReportKeys(db, workspace, ids))].map(([id, publicId]) => [id, reportFileName(publicId)]))

const workbookNames: NamesOf = async (db, workspace, ids) =>
  new Map([...(await findWorkbookKeys(db, workspace, ids))].map(([id, keys]) => [id, workbookDirectory(keys)]))

const namesOf: Record<ItemKind, NamesOf> = { folder: folderNames, report: reportNames, workbook: workbookNames }

const pageSize = 1000

/** Goes over all of a kind that the caller sees; of reports those that are of no workbook. */
const fillWindow = async ({ read, workspaceOf }: Reading, kind: ItemKind, window: NameWindow): Promise<void> => {
  let after: { key: string; id: number } | null = null
  for (;;) {
    const from: { key: string; id: number } | null = after
    const found: FoundItem[] = await read(async (db) => {
      const workspace = await workspaceOf(db)
      const filter = { kinds: [kind], parentId: null, isLoose: true }
      const page = await listContent(db, workspace, filter, { sort: 'id', isDescending: false }, from, pageSize)
      // A folder that only leads to something is named by what lies below it.
      const seen = page.filter(({ level }) => level > levels.none).map(({ id }) => id)
      for (const [id, name] of await namesOf[kind](db, workspace, seen)) window.add({ id, name })
      return page
    })
    const last = found.at(-1)
    if (!last || found.length < pageSize) return
    after = { key: '', id: last.id }
  }
}

/**
 * All of a kind that the caller sees, in the order of their names, as many at a time as are held in memory. Names are made here, so the
 * database cannot tell their order: where there are more, all are gone over again for the next.
 */
export async function* listNames(reading: Reading, kind: ItemKind): AsyncGenerator<readonly Listed[]> {
  let behind: string | null = ''
  while (behind !== null) {
    const window = createNameWindow(behind)
    await fillWindow(reading, kind, window)
    const { listed, hasMore } = window.close()
    yield listed
    behind = hasMore ? (listed.at(-1)?.name ?? null) : null
  }
}
