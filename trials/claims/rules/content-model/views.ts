import type { Person } from './people.ts'
import type { Json } from './steps.ts'

type Id = { id: number }
type AnyItem = Id & {
  type: string
  name: string
  folderPath?: Id[]
  createdBy?: number
  userId?: number | null
  workbookId?: number | null
  canEdit?: boolean | null
  canManage?: boolean | null
  publishedDashboard?: { versionNumber: number } | null
}
type AnyDashboard = {
  versionNumber: number
  allowEmbed: boolean
  reportSnapshots: { reportId: number; name?: string | null }[]
  fromSharedWorkspace?: boolean | null
}
type AnyAccess = { allowEmbed: boolean; allEmbedUsers: { enabled: boolean }; tenants: { embedTenantName: string }[] }

export type Views = ReturnType<typeof createViews>

/** Translates responses of the service to the names and ids of the model. `ids` grows while a sequence runs. */
export const createViews = (people: ReadonlyMap<Person, number>, ids: readonly number[]) => {
  const names = new Map([...people].map(([name, id]) => [id, name]))
  const local = (id: number): number => ids.indexOf(id)
  const personOf = (id: number | null | undefined): Json => (id == null ? null : (names.get(id) ?? null))
  return {
    item: (shown: object): Json => {
      const { id, type, name, folderPath = [], ...one } = shown as AnyItem
      const common = { id: local(id), name, path: folderPath.map((folder) => local(folder.id)) }
      if (type === 'FOLDER') return { ...common, maker: personOf(one.createdBy) }
      const owner = personOf(one.userId)
      if (type === 'WORKBOOK') return { ...common, owner, version: one.publishedDashboard?.versionNumber ?? null }
      const level = one.canEdit ? 'edit' : 'view'
      return { ...common, owner, workbook: one.workbookId == null ? null : local(one.workbookId), level: one.canManage ? 'full' : level }
    },
    reportFolder: (row: object): Json => {
      const { id, reportsCount } = row as { id: number; reportsCount: number }
      return [local(id), reportsCount]
    },
    dashboard: ({ versionNumber: version, allowEmbed, reportSnapshots, fromSharedWorkspace }: AnyDashboard): Json => ({
      version,
      allowEmbed,
      reports: reportSnapshots.map(({ reportId, name }) => [local(reportId), name ?? null]),
      isShared: fromSharedWorkspace ?? false,
    }),
    embedAccess: ({ allowEmbed, allEmbedUsers, tenants }: AnyAccess): Json => ({
      allowEmbed,
      all: allEmbedUsers.enabled,
      embedTenants: tenants.map(({ embedTenantName }) => embedTenantName.replace('-corp', '')).toSorted(),
    }),
    bulk: (done: readonly Id[], failed: readonly (Id & { error: { status: number } })[]): Json => ({
      done: done.map(({ id }) => local(id)),
      failed: failed.map(({ id, error }) => [local(id), error.status]),
    }),
  }
}
