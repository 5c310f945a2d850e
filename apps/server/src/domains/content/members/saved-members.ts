import type { DashboardConfig } from '@facet/contract'
import type { Db } from '#db'
import { membersOfWorkbook } from './dashboard-members.ts'
import type { JsonObject } from './documents.ts'
import { addMembers, type ItemPlace, storeMembers } from './member-queries.ts'
import { membersOfReport } from './report-members.ts'

type SavedReport = { json_query: string | null; sql_query: string | null; pivot_items: JsonObject | null; meta: JsonObject | null }

const usedByReport = (saved: SavedReport) =>
  membersOfReport({ jsonQuery: saved.json_query, sqlQuery: saved.sql_query, pivotItems: saved.pivot_items, meta: saved.meta })

/** With every statement that saves a report: what the database gives back of it is what it says now. */
export const storeReportMembers = (db: Db, place: ItemPlace, saved: SavedReport): Promise<void> =>
  storeMembers(db, place, 'saved', usedByReport(saved))

/** With the statement that makes one. */
export const addReportMembers = (db: Db, place: ItemPlace, saved: SavedReport): Promise<void> =>
  addMembers(db, place, 'saved', usedByReport(saved))

type SavedWorkbook = { dashboard_draft: DashboardConfig | null; calculated_fields: JsonObject }

const usedByWorkbook = (saved: SavedWorkbook) =>
  membersOfWorkbook({ draft: saved.dashboard_draft, calculatedFields: saved.calculated_fields })

/** The same of a workbook. */
export const storeWorkbookMembers = (db: Db, place: ItemPlace, saved: SavedWorkbook): Promise<void> =>
  storeMembers(db, place, 'saved', usedByWorkbook(saved))

export const addWorkbookMembers = (db: Db, place: ItemPlace, saved: SavedWorkbook): Promise<void> =>
  addMembers(db, place, 'saved', usedByWorkbook(saved))
