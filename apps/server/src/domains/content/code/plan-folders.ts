import type { FolderFile } from '@facet/contract'
import { refused } from '#access'
import { findItems, levels } from '#domains/content/items'
import { archiveInvalid, type Entry } from './archive-entries.ts'
import { decide, stated } from './decision.ts'
import { pathKey } from './file-names.ts'
import { loadFolderFiles } from './folder-files.ts'
import { findImported } from './import-queries.ts'
import { type Importing, type Planned, refusalIn } from './importing.ts'
import { requireLevel } from './required-level.ts'
import { wantedSharing } from './wanted-sharing.ts'

export type PlannedFolder = Planned & { path: readonly string[] }

/** A folder as it is to be: its name as the file writes it, those above it as they are. */
export const wantedFolder = async (
  importing: Importing,
  file: FolderFile,
  current: FolderFile | null,
  notes: string[],
): Promise<FolderFile> => {
  const { path: above } = await importing.folders.find(file.path.slice(0, -1))
  const sharing = await wantedSharing(importing, file, current, { isDashboard: false, notes })
  return stated({ path: [...above, file.path.at(-1) ?? ''], position: file.position, ...sharing })
}

const planFolder = async (importing: Importing, entry: Entry, file: FolderFile): Promise<PlannedFolder> => {
  const { db, workspace, folders } = importing
  const notes: string[] = []
  const state = await folders.find(file.path)
  const id = state.level === levels.none ? null : state.id
  const row = id === null ? undefined : (await findItems(db, workspace, [id])).get(id)
  const current = id === null ? null : ((await loadFolderFiles(db, workspace, [id])).get(id) ?? null)
  const imported = id === null ? undefined : (await findImported(db, workspace, [id], 'item')).get(id)
  let outcome: Planned['outcome'] = 'refused'
  const refusal = await refusalIn(async () => {
    outcome = decide(await wantedFolder(importing, file, current, notes), current && stated(current), { exported: file.revision, imported })
    if (outcome === 'unchanged') return
    if (workspace.caps.folder < levels.edit) throw refused(workspace.caller, 'FolderEdit')
    if (current) requireLevel(workspace, `Folder ${JSON.stringify(file.path.join(' / '))}`, state.level, levels.edit)
    else await folders.requirePlace(file.path)
  })
  return {
    entry,
    path: file.path,
    name: file.path.join(' / '),
    outcome: refusal ? 'refused' : outcome,
    reason: refusal && { code: refusal.code, message: refusal.message },
    notes,
    id,
    updatedAt: row?.updated_at ?? null,
  }
}

/** Those above come before those below. */
export const planFolders = async (importing: Importing): Promise<PlannedFolder[]> => {
  const entries = importing.archive.entries.filter(({ kind }) => kind === 'folder')
  const planned: PlannedFolder[] = []
  const seen = new Set<string>()
  for (const entry of entries) {
    const file = await importing.archive.read(entry, 'folder')
    const key = pathKey(file.path)
    if (seen.has(key)) throw archiveInvalid(`${entry.path} names a folder that another file names too.`)
    seen.add(key)
    planned.push(await planFolder(importing, entry, file))
  }
  return planned.toSorted((a, b) => a.path.length - b.path.length)
}
