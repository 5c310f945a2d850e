import type { Db } from '#db'
import { findDashboard, lockDraft, publishVersion } from '#domains/content/dashboards'
import { changeItem, type ItemAccess, storing } from '#domains/content/items'
import { changeReportRow } from '#domains/content/reports'
import { changeWorkbook } from '#domains/content/workbooks'
import { lockReport } from './repair-queries.ts'
import { createRepairer, type Renames, type Repair } from './repair-rules.ts'

export type RepairedItem = Repair & { isChanged: boolean; publishes: boolean }

const asText = (document: object | null): string | null => document && JSON.stringify(document)

/** One report; null where it is gone. */
const repairReport = async (db: Db, access: ItemAccess<'report'>, renames: Renames, isDryRun: boolean): Promise<RepairedItem> => {
  const repairer = createRepairer(renames)
  const before = await lockReport(db, access)
  if (before) {
    const after = repairer.report(before, 'saved')
    if (repairer.isChanged('saved') && !isDryRun) {
      await changeReportRow(db, access, {
        json_query: after.jsonQuery,
        pivot_items: asText(after.pivotItems),
        meta: asText(after.meta),
      })
      await changeItem(db, access)
    }
  }
  return { ...repairer.repair, isChanged: repairer.isChanged('saved'), publishes: false }
}

/** What is published is repaired as it is, by a version of its own: what was edited since is not published by it. */
const repairWorkbook = async (db: Db, access: ItemAccess<'workbook'>, renames: Renames, isDryRun: boolean): Promise<RepairedItem> => {
  const repairer = createRepairer(renames)
  const before = await lockDraft(db, access)
  const draft = before.draft && repairer.config(before.draft, 'saved')
  const calculatedFields = repairer.calculatedFields(before.calculatedFields, 'saved')
  const published = await findDashboard(db, access)
  const state = published && {
    title: published.title,
    description: published.description,
    config: repairer.config(published.config, 'published'),
    snapshots: repairer.snapshots(published.snapshots, published.config),
  }
  const [isSavedChanged, publishes] = [repairer.isChanged('saved'), repairer.isChanged('published')]
  if (isSavedChanged && !isDryRun) await storing(changeWorkbook(db, access, { draft, calculatedFields }))
  if (state && publishes && !isDryRun) await publishVersion(db, access, state, null)
  return { ...repairer.repair, isChanged: isSavedChanged || publishes, publishes }
}

/** Renames what an item uses, or says what that would be. The tree is held by the caller. */
export const repairItem = (db: Db, access: ItemAccess, renames: Renames, isDryRun: boolean): Promise<RepairedItem> =>
  access.kind === 'report'
    ? repairReport(db, access as ItemAccess<'report'>, renames, isDryRun)
    : repairWorkbook(db, access as ItemAccess<'workbook'>, renames, isDryRun)
