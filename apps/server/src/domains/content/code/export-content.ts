import { contentLimits, type exportContent as contract } from '@facet/contract'
import type { Handler, ReadingContext } from '#context'
import type { Db } from '#db'
import { findLevels, fittingPage, type ItemKind, levels, requireWorkspace, type WorkspaceAccess } from '#domains/content/items'
import { findReportSizes } from '#domains/content/reports'
import { findWorkbookSizes } from '#domains/content/workbooks'
import { readableJson } from './canonical-json.ts'
import { findPublicIds } from './code-queries.ts'
import { head, headFile, reportFileName } from './file-names.ts'
import { loadFolderFiles } from './folder-files.ts'
import { listNames, type Reading } from './listing.ts'
import { type Listed, maxNamesBytes } from './name-window.ts'
import { loadReportFiles } from './report-files.ts'
import { tarEnd, tarFile } from './tar-writer.ts'
import { loadWorkbookFiles, type WorkbookFiles } from './workbook-files.ts'

type Sizes = (db: Db, workspace: WorkspaceAccess, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
type Load<File> = (db: Db, workspace: WorkspaceAccess, ids: readonly number[]) => Promise<ReadonlyMap<number, File>>

const pageSize = 100
const noSizes: Sizes = async () => new Map()

/** Those of these that the caller may see now: a slow reader reads long after they were listed. */
const seenNow = async (db: Db, workspace: WorkspaceAccess, listed: readonly Listed[]): Promise<number[]> => {
  const ids = listed.map(({ id }) => id)
  const found = await findLevels(db, workspace, ids)
  return ids.filter((id) => (found.get(id)?.level ?? levels.none) > levels.none)
}

/** Each of these with its file, as many at a time as a page has room for. What is gone or not shared any more meanwhile is left out. */
async function* filesOf<File>(
  { read, workspaceOf }: Reading,
  listed: readonly Listed[],
  sizesOf: Sizes,
  load: Load<File>,
): AsyncGenerator<Listed & { file: File }> {
  let start = 0
  while (start < listed.length) {
    const asked = listed.slice(start, start + pageSize)
    const loaded = await read(async (db) => {
      const workspace = await workspaceOf(db)
      const seen = await seenNow(db, workspace, asked)
      const { ids } = await fittingPage(seen, (some) => sizesOf(db, workspace, some))
      const next = seen[ids.length]
      const count = next === undefined ? asked.length : asked.findIndex(({ id }) => id === next)
      return { count, files: await load(db, workspace, ids) }
    })
    start += loaded.count
    for (const one of asked.slice(0, loaded.count)) {
      const file = loaded.files.get(one.id)
      if (file !== undefined) yield { ...one, file }
    }
  }
}

type WorkbookPage = WorkbookFiles & { reports: Listed[] }

const loadWorkbookPages: Load<WorkbookPage> = async (db, workspace, ids) => {
  const files = await loadWorkbookFiles(db, workspace, ids)
  const reports = await findPublicIds(db, workspace, ids)
  const seen = await findLevels(
    db,
    workspace,
    [...reports.values()].flatMap((some) => [...some.keys()]),
  )
  const shownOf = (id: number): Listed[] =>
    [...(reports.get(id) ?? [])]
      .filter(([reportId]) => (seen.get(reportId)?.level ?? levels.none) > levels.none)
      .map(([reportId, publicId]) => ({ id: reportId, name: reportFileName(publicId) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return new Map([...files].map(([id, file]) => [id, { ...file, reports: shownOf(id) }]))
}

const written = (name: string, file: object): Buffer => tarFile(name, readableJson(file))

/** A workbook in its directory, in the order of the names. */
async function* workbookOf(reading: Reading, directory: string, { workbook, dashboard, reports }: WorkbookPage): AsyncGenerator<Buffer> {
  if (dashboard) yield written(`${directory}dashboard.json`, dashboard)
  for await (const { name, file } of filesOf(reading, reports, findReportSizes, loadReportFiles)) yield written(`${directory}${name}`, file)
  yield written(`${directory}workbook.json`, workbook)
}

/** All of a kind with their files, in the order of their names. */
async function* allOf<File>(reading: Reading, kind: ItemKind, sizesOf: Sizes, load: Load<File>): AsyncGenerator<Listed & { file: File }> {
  for await (const listed of listNames(reading, kind)) yield* filesOf(reading, listed, sizesOf, load)
}

async function* archiveOf(context: ReadingContext, deploymentId: number): AsyncGenerator<Buffer> {
  const reading: Reading = { read: context.read, workspaceOf: (db) => requireWorkspace({ ...context, db }, deploymentId) }
  await context.read(reading.workspaceOf)
  // A page as it is read and as it is written, and names: at once, since what began to be sent is not refused any more.
  context.holdBytes(2 * contentLimits.pageBytes + maxNamesBytes)
  yield written(headFile, head)
  for await (const { name, file } of allOf(reading, 'folder', noSizes, loadFolderFiles)) yield written(name, file)
  for await (const { name, file } of allOf(reading, 'report', findReportSizes, loadReportFiles)) yield written(name, file)
  for await (const { name, file } of allOf(reading, 'workbook', findWorkbookSizes, loadWorkbookPages))
    yield* workbookOf(reading, name, file)
  yield tarEnd()
}

export const exportContent: Handler<typeof contract> = ({ params }, context) => archiveOf(context, params.deploymentId)
