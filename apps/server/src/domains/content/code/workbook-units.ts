import type { DashboardFile, WorkbookFile } from '@facet/contract'
import { archiveInvalid, type Entry } from './archive-entries.ts'
import { renamingReports } from './chart-references.ts'
import type { Importing } from './importing.ts'

/** The files of one workbook, which belong together. */
export type UnitEntries = { workbook: Entry; dashboard: Entry | null; reports: Entry[] }
export type Unit = {
  entries: UnitEntries
  workbook: WorkbookFile
  dashboard: DashboardFile | null
}

export const unitsOf = (entries: readonly Entry[]): UnitEntries[] =>
  [...Map.groupBy(entries, ({ directory }) => directory)].flatMap(([directory, files]) => {
    if (directory === null) return []
    const workbook = files.find(({ kind }) => kind === 'workbook')
    if (!workbook) throw archiveInvalid(`${directory} has no workbook.json. Files of a workbook come with it.`)
    return [
      {
        workbook,
        dashboard: files.find(({ kind }) => kind === 'dashboard') ?? null,
        reports: files.filter(({ kind }) => kind === 'report'),
      },
    ]
  })

/** Its reports aside, which are read apart. */
export const bytesOfUnit = ({ workbook, dashboard }: UnitEntries): number => workbook.size + (dashboard?.size ?? 0)

const readDashboard = async ({ archive, publicIdOf }: Importing, entry: Entry): Promise<DashboardFile> => {
  const file = await archive.read(entry, 'dashboard')
  return {
    ...file,
    publicId: publicIdOf(file.publicId),
    config: renamingReports(file.config, publicIdOf),
    snapshots: file.snapshots.map((snapshot) => ({ ...snapshot, publicId: publicIdOf(snapshot.publicId) })),
  }
}

export const readUnit = async (importing: Importing, entries: UnitEntries): Promise<Unit> => {
  const workbook = await importing.archive.read(entries.workbook, 'workbook')
  return {
    entries,
    workbook: workbook.draft ? { ...workbook, draft: renamingReports(workbook.draft, importing.publicIdOf) } : workbook,
    dashboard: entries.dashboard && (await readDashboard(importing, entries.dashboard)),
  }
}
