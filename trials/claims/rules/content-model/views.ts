import type { Answered } from '../model/lane.ts'
import type { Lane } from './lane.ts'
import type { Json, Seen } from './steps.ts'

type Id = { id: number }
type Person = { id: number }
type AnyItem = Id & {
  type: string
  name: string
  folderPath?: Id[]
  createdBy?: number
  userId?: number | null
  user?: Person | null
  workbookId?: number | null
  canEdit?: boolean | null
  canManage?: boolean | null
  publishedDashboard?: { versionNumber: number } | null
}
type Failed = Id & { error: { status: number } }
type AnyDashboard = {
  versionNumber: number
  allowEmbed: boolean
  reportSnapshots: { reportId: number; name?: string | null }[]
  fromSharedWorkspace?: boolean | null
}
type AnyAccess = { allowEmbed: boolean; allEmbedUsers: { enabled: boolean }; tenants: { embedTenantName: string }[] }

/** What the service answers, by the short names of a sequence. */
export type Views = {
  item: (item: object) => Json
  list: (answer: Answered<{ items: object[]; count?: number | null }>, order?: 'by id') => Seen
  reportFolder: (row: object) => Json
  dashboard: (dashboard: AnyDashboard) => Json
  embedAccess: (access: AnyAccess) => Json
  bulk: (done: readonly Id[], failed: readonly Failed[]) => Json
}

const levelOf = ({ canEdit, canManage }: AnyItem): string => {
  if (canManage) return 'full'
  return canEdit ? 'edit' : 'view'
}

/** `ids` grows while a sequence runs. */
export const createViews = ({ people }: Lane, ids: readonly number[]): Views => {
  const names = new Map([...people].map(([name, id]) => [id, name]))
  const local = (id: number): number => ids.indexOf(id)
  const personOf = (id: number | null | undefined): Json => (id == null ? null : (names.get(id) ?? null))
  const item = (shown: object): Json => {
    const one = shown as AnyItem
    const common = { id: local(one.id), name: one.name, path: (one.folderPath ?? []).map(({ id }) => local(id)) }
    if (one.type === 'FOLDER') return { ...common, maker: personOf(one.createdBy) }
    const owner = personOf(one.userId)
    if (one.type === 'WORKBOOK') return { ...common, owner, version: one.publishedDashboard?.versionNumber ?? null }
    return { ...common, owner, workbook: one.workbookId == null ? null : local(one.workbookId), level: levelOf(one) }
  }
  const byId = (a: object, b: object): number => (a as Id).id - (b as Id).id
  return {
    item,
    list: ({ code, value }, order) => {
      if (!value) return { code }
      const items = order === 'by id' ? value.items.toSorted(byId) : value.items
      return { code, items: items.map(item), count: value.count ?? null }
    },
    reportFolder: (row) => {
      const { id, reportsCount } = row as { id: number; reportsCount: number }
      return [local(id), reportsCount]
    },
    dashboard: ({ versionNumber, allowEmbed, reportSnapshots, fromSharedWorkspace }) => ({
      version: versionNumber,
      allowEmbed,
      reports: reportSnapshots.map(({ reportId, name }) => [local(reportId), name ?? null]),
      isShared: fromSharedWorkspace ?? false,
    }),
    embedAccess: ({ allowEmbed, allEmbedUsers, tenants }) => ({
      allowEmbed,
      all: allEmbedUsers.enabled,
      embedTenants: tenants.map(({ embedTenantName }) => embedTenantName.replace('-corp', '')).toSorted(),
    }),
    bulk: (done, failed) => ({
      done: done.map(({ id }) => local(id)),
      failed: failed.map(({ id, error }) => [local(id), error.status]),
    }),
  }
}
