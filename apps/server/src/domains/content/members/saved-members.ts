import type { DashboardConfig } from '@facet/contract'
import type { Db } from '#db'
import { membersOfWorkbook } from './dashboard-members.ts'
import type { JsonObject } from './documents.ts'
import { type ItemPlace, storeMembers } from './member-queries.ts'
import { membersOfReport } from './report-members.ts'

type SavedReport = { json_query: string | null; sql_query: string | null; pivot_items: JsonObject | null; meta: JsonObject | null }

/** With every statement that saves a report: what the database gives back of it is what it says now. */
export const storeReportMembers = (db: Db, place: ItemPlace, saved: SavedReport): Promise<void> =>
  storeMembers(
    db,
    place,
    'saved',
    membersOfReport({ jsonQuery: saved.json_query, sqlQuery: saved.sql_query, pivotItems: saved.pivot_items, meta: saved.meta }),
  )

type SavedWorkbook = { dashboard_draft: DashboardConfig | null; calculated_fields: JsonObject }

/** The same of a workbook. */
export const storeWorkbookMembers = (db: Db, place: ItemPlace, saved: SavedWorkbook): Promise<void> =>
  storeMembers(db, place, 'saved', membersOfWorkbook({ draft: saved.dashboard_draft, calculatedFields: saved.calculated_fields }))
