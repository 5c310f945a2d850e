import { type DashboardRow, type DashboardState, showingCopies } from '#domains/content/dashboards'
import type { ReportCopy } from './copy-queries.ts'

const maxCharacters = 255

export const copyName = (name: string): string => Array.from(`Copy of ${name}`).slice(0, maxCharacters).join('')

export const copiedIds = (copies: readonly ReportCopy[]): ReadonlyMap<number, number> => new Map(copies.map(({ from, to }) => [from, to]))

/** What is published, over the copies of its reports. A snapshot whose report is gone stays as it is. */
export const copiedState = (dashboard: DashboardRow, copies: readonly ReportCopy[]): DashboardState => {
  const bySource = new Map(copies.map((copy) => [copy.from, copy]))
  return {
    title: dashboard.title,
    description: dashboard.description,
    config: showingCopies(dashboard.config, copiedIds(copies)),
    snapshots: dashboard.snapshots.map((snapshot) => {
      const copy = bySource.get(snapshot.reportId)
      return copy ? { ...snapshot, reportId: copy.to, publicId: copy.publicId, versionNumber: 1 } : snapshot
    }),
  }
}
