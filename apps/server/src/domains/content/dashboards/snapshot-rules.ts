import { isDeepStrictEqual } from 'node:util'
import type { DashboardConfig, PivotItems, Static } from '@facet/contract'

/** A report as a version of a dashboard keeps it. */
export type Snapshot = {
  id: number
  reportId: number
  versionNumber: number
  publicId: string
  name: string
  title: string | null
  description: string | null
  jsonQuery: string | null
  sqlQuery: string | null
  pivotItems: Static<typeof PivotItems> | null
  meta: Record<string, unknown> | null
  calculatedFields: Record<string, unknown>
}

/** What somebody who looks at the dashboard could tell apart: neither the id of the snapshot nor how often the report was saved. */
export const snapshotFields = [
  'publicId',
  'name',
  'title',
  'description',
  'jsonQuery',
  'sqlQuery',
  'pivotItems',
  'meta',
  'calculatedFields',
] as const satisfies (keyof Snapshot)[]

/** A dashboard at some time: as published, or as it would be. */
export type DashboardState = { title: string | null; description: string | null; config: DashboardConfig; snapshots: Snapshot[] }

export const changedFields = (from: Snapshot, to: Snapshot): string[] =>
  snapshotFields.filter((field) => !isDeepStrictEqual(from[field], to[field]))

const isSameSnapshot = (from: Snapshot, to: Snapshot | undefined): boolean =>
  to !== undefined && from.reportId === to.reportId && changedFields(from, to).length === 0

/** Whether publishing `to` after `from` would change nothing. */
export const isSameState = (from: DashboardState, to: DashboardState): boolean =>
  from.title === to.title &&
  from.description === to.description &&
  isDeepStrictEqual(from.config, to.config) &&
  from.snapshots.length === to.snapshots.length &&
  from.snapshots.every((snapshot, index) => isSameSnapshot(snapshot, to.snapshots[index]))
