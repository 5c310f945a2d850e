import type { Client } from '@facet/client'
import { answered, type Answered } from '../model/lane.ts'
import type { Lane } from './lane.ts'
import { type Caller, type EmbedTenant, type Group, isUser, isVisitor, type Kind, type Level } from './people.ts'
import type { Grantee } from './state.ts'
import type { Json, Pick, Seen, Step } from './steps.ts'
import { createViews, type Views } from './views.ts'
import { configOf, joinGroup, publicIdOf, type Written } from './write-start.ts'

/** The same steps taken by the real service. */
export type Real = { take: (step: Step) => Promise<Seen>; repeats: () => number }

const resourceTypes = { folder: 'Folder', workbook: 'Workbook', report: 'Report' } as const
const types = { folder: 'FOLDER', workbook: 'WORKBOOK', report: 'REPORT' } as const
const actions = ['Read', 'Edit', 'Manage'] as const
// Nothing has it: what is not there is asked for by it.
const nothing = 1
const noPublicId = 'Z'.repeat(12)
const maxPages = 60

type Page = { items: object[]; count?: number | null; pageInfo?: { hasNextPage: boolean; endCursor?: string | null } | null }

/** `kinds` are those of the items, by their ids in the model. */
export const createReal = (lane: Lane, written: Written, kinds: readonly Kind[]): Real => {
  const { deploymentId, people, query } = lane
  const ids = [...written.ids]
  const dashboards = new Map(written.dashboards)
  const views: Views = createViews(lane, ids)
  let repeats = 0
  const ask = <T>(call: () => Promise<T>): Promise<Answered<T>> => answered(call, () => void (repeats += 1))
  const realId = (id: Pick): number => ids[id] ?? nothing
  const kindOf = (id: Pick): Kind => kinds[id] ?? 'report'
  const at = (pick: Pick | null | undefined): number | null | undefined => (pick == null ? pick : realId(pick))
  const params = { deploymentId }

  const made = (id: number, code: null): Seen => {
    if (ids.includes(id)) return { code }
    ids.push(id)
    return { code, made: ids.length - 1 }
  }
  const making = async (call: () => Promise<{ id: number }>): Promise<Seen> => {
    const { code, value } = await ask(call)
    return value ? made(value.id, code) : { code }
  }
  const doing = async (call: () => Promise<unknown>): Promise<Seen> => ({ code: (await ask(call)).code })
  const seeing = async <T>(call: () => Promise<T>, view: (value: T) => { [name: string]: Json }): Promise<Seen> => {
    const answer = await ask(call)
    return answer.code === null ? { code: null, ...view(answer.value) } : { code: answer.code }
  }
  /** Every page, from the first to the last. */
  const paging = async (first: number, call: (page: { first: number; after?: string }) => Promise<Page>): Promise<Answered<Page>> => {
    const all: object[] = []
    let next: { first: number; after?: string } = { first }
    let count: number | null = null
    for (let pages = 0; pages < maxPages; pages++) {
      const page = next
      const { code, value } = await ask(() => call(page))
      if (!value) return { code, value }
      count ??= value.count ?? null
      all.push(...value.items)
      if (!value.pageInfo?.hasNextPage) return { code: null, value: { items: all, count } }
      next = { first, after: value.pageInfo.endCursor ?? '' }
    }
    return { code: 'endless pages', value: null }
  }

  const update = (api: Client, kind: Kind, id: number, body: { name?: string; folderId?: number | null }): Promise<unknown> => {
    if (kind === 'folder') return api.updateFolder({ params: { deploymentId, folderId: id }, body })
    if (kind === 'workbook') return api.updateWorkbook({ params: { deploymentId, workbookId: id }, body })
    return api.updateReport({ params: { deploymentId, reportId: id }, body })
  }
  const remove = (api: Client, kind: Kind, id: number): Promise<unknown> => {
    if (kind === 'folder') return api.deleteFolder({ params: { deploymentId, folderId: id } })
    if (kind === 'workbook') return api.deleteWorkbook({ params: { deploymentId, workbookId: id } })
    return api.deleteReport({ params: { deploymentId, reportId: id } })
  }
  const read = (api: Client, kind: Kind, id: number): Promise<Seen> => {
    if (kind === 'folder')
      return seeing(
        () => api.getFolderAncestors({ params: { deploymentId, folderId: id } }),
        (path) => ({ item: path.map(views.item) }),
      )
    return kind === 'workbook'
      ? seeing(
          () => api.getWorkbook({ params: { deploymentId, workbookId: id } }),
          (item) => ({ item: views.item(item) }),
        )
      : seeing(
          () => api.getReport({ params: { deploymentId, reportId: id } }),
          (item) => ({ item: views.item(item) }),
        )
  }

  const setPolicy = (
    api: Client,
    resource: { resourceType: 'Folder' | 'Workbook' | 'Report' | 'Dashboard'; resourceId: number },
    grantee: Grantee,
    action: string | null,
  ) => {
    const sent = { ...resource, ...(action === null ? {} : { action: action as 'FolderRead' }) }
    if (grantee === 'everyone') return api.setUserPolicy({ body: sent })
    if (isUser(grantee) || isVisitor(grantee)) return api.setUserPolicy({ body: { ...sent, userId: people.get(grantee) ?? nothing } })
    const [kind = '', name = ''] = grantee.split(' ')
    const groupOf = (): number | undefined => {
      if (grantee === 'all embed users') return lane.tenantId
      return kind === 'group' ? lane.groups.get(name as Group) : lane.embedTenants.get(name as EmbedTenant)
    }
    return api.setGroupPolicy({ body: { ...sent, groupId: groupOf() ?? nothing } })
  }

  const publish = async (api: Client, { item, charts, allowEmbed }: Extract<Step, { kind: 'publish' }>): Promise<Seen> => {
    const workbookId = realId(item)
    const config = Array.isArray(charts) ? configOf(charts.map(realId)) : null
    const body = { workbookId, ...(config ? { config } : {}), ...(allowEmbed === null ? {} : { allowEmbed }) }
    const { code, value } = await ask(() => api.publishDashboard({ params: { deploymentId, workbookId }, body }))
    if (value) dashboards.set(item, value)
    return { code }
  }
  const duplicate = async (api: Client, workbookId: number, isShared: boolean): Promise<Seen> => {
    const body = isShared ? { shared: true } : {}
    const { code, value } = await ask(() => api.duplicateWorkbook({ params: { deploymentId, workbookId }, body }))
    if (!value) return { code }
    const seen = made(value.id, code)
    if (value.publishedDashboard) dashboards.set(ids.length - 1, value.publishedDashboard)
    const copies = await query<{ id: string }>('select id from content_items where tenant_id = $1 and workbook_id = $2 order by id', [
      lane.tenantId,
      value.id,
    ])
    ids.push(...copies.map(({ id }) => Number(id)))
    return seen
  }
  const publicIdIn = (item: Pick): string => dashboards.get(item)?.publicId ?? noPublicId

  const look = async (step: Step, api: Client): Promise<Seen> => {
    switch (step.kind) {
      case 'read':
        return read(api, kindOf(step.item), realId(step.item))
      case 'feed': {
        const { folder, types: asKinds, search, isDescending } = step
        const asked = {
          ...(folder === null ? {} : { folderId: realId(folder) }),
          ...(asKinds.length === 0 ? {} : { types: asKinds.map((kind) => types[kind]) }),
          ...(search === null ? {} : { search }),
          orderByField: 'name' as const,
          orderByDirection: isDescending ? ('DESC' as const) : ('ASC' as const),
        }
        const { code, value } = await paging(step.first, (page) =>
          (step.isShared ? api.sharedWorkspaceObjects : api.workspaceObjects)({ params, query: { ...asked, ...page } }),
        )
        return value ? { code, items: value.items.map(views.item) } : { code }
      }
      case 'folders':
        return views.list(
          await paging(step.first, (page) => api.getFolders({ params, query: { parentId: at(step.parent) ?? 0, ...page } })),
        )
      case 'workbooks': {
        const place = step.folder === undefined ? {} : { folderId: at(step.folder) ?? 0 }
        return views.list(await paging(step.first, (page) => api.getWorkbooks({ params, query: { ...place, ...page } })), 'by id')
      }
      case 'reports': {
        const isInWorkbook = step.isInWorkbook && step.folder != null
        const folder = step.folder === undefined ? {} : { folderId: at(step.folder) ?? 0 }
        const place = isInWorkbook ? { workbookId: at(step.folder) ?? 0 } : folder
        const order = { sortBy: 'name' as const, sortDirection: step.isDescending ? ('DESC' as const) : ('ASC' as const) }
        const search = step.search === null ? {} : { search: step.search }
        return views.list(await paging(step.first, (page) => api.getReports({ params, query: { ...place, ...order, ...search, ...page } })))
      }
      case 'report folders': {
        const { code, value } = await paging(step.first, (page) => api.listReportFolders({ params, query: page }))
        return value ? { code, items: value.items.map(views.reportFolder) } : { code }
      }
      case 'dashboard':
        return seeing(
          () => api.getDashboard({ params: { dashboardPublicId: publicIdIn(step.item) } }),
          (dashboard) => ({ dashboard: views.dashboard(dashboard) }),
        )
      case 'embed access of':
        return seeing(
          () => api.getEmbedAccess({ params: { deploymentId, workbookId: realId(step.item) } }),
          (access) => ({ access: views.embedAccess(access) }),
        )
      case 'explain':
        return seeing(
          () =>
            api.explainContentAccess({
              params: { deploymentId, type: types[kindOf(step.item)], id: realId(step.item) },
              query: { userId: people.get(step.user) ?? nothing },
            }),
          ({ subject }) => ({
            access: {
              level: subject?.level ?? '',
              isAdministrator: subject?.isAdministrator ?? false,
              isCapped: subject?.isCappedByRole ?? false,
            },
          }),
        )
      default:
        throw new Error(`${step.kind} is no look.`)
    }
  }

  const placed = (pick: Pick | null | undefined): { folderId?: number | null } => (pick === undefined ? {} : { folderId: at(pick) ?? null })
  const refs = (picks: Pick[]) => picks.map((pick) => ({ type: types[kindOf(pick)], id: realId(pick) }))
  const actionFor = (kind: Kind, level: Level): string | null => (level === 0 ? null : `${resourceTypes[kind]}${actions[level - 1] ?? ''}`)

  const take = async (step: Step): Promise<Seen> => {
    if (step.kind === 'join') {
      await joinGroup(lane, `${step.group} ${step.user}`, step.isIn)
      return { code: null }
    }
    if (step.kind === 'delete green')
      return doing(() => lane.admin.deleteGroup({ params: { groupId: lane.groups.get('green') ?? nothing } }))
    const api = lane.apiOf(step.by satisfies Caller)
    switch (step.kind) {
      case 'create folder':
        return making(() => api.createFolder({ params, body: { name: step.name, parentId: at(step.parent) ?? null } }))
      case 'create workbook':
        return making(() => api.createWorkbook({ params, body: { name: step.name, folderId: at(step.parent) ?? null } }))
      case 'create report': {
        const place =
          step.isInWorkbook && step.parent !== null ? { workbookId: at(step.parent) ?? null } : { folderId: at(step.parent) ?? null }
        return making(() => api.createReport({ params, body: { name: step.name, ...place } }))
      }
      case 'rename':
        return doing(() => update(api, kindOf(step.item), realId(step.item), { name: step.name }))
      case 'move by update':
        if (kindOf(step.item) !== 'folder')
          return doing(() => update(api, kindOf(step.item), realId(step.item), { folderId: at(step.to) ?? null }))
        return take({ ...step, kind: 'move' })
      case 'move':
        return doing(() =>
          api.moveWorkspaceObject({
            params,
            body: { type: types[kindOf(step.item)], id: realId(step.item), folderId: at(step.to) ?? null },
          }),
        )
      case 'delete':
        return doing(() => remove(api, kindOf(step.item), realId(step.item)))
      case 'bulk delete':
        return seeing(
          () => api.bulkDeleteWorkspaceObjects({ params, body: { items: refs(step.items) } }),
          ({ deleted, failed }) => ({ bulk: views.bulk(deleted, failed) }),
        )
      case 'bulk move':
        return seeing(
          () => api.bulkMoveWorkspaceObjects({ params, body: { items: refs(step.items), folderId: at(step.to) ?? null } }),
          ({ moved, failed }) => ({ bulk: views.bulk(moved, failed) }),
        )
      case 'grant': {
        const kind = kindOf(step.item)
        const resource = { resourceType: resourceTypes[kind], resourceId: realId(step.item) }
        return doing(() => setPolicy(api, resource, step.grantee, actionFor(kind, step.level)))
      }
      case 'grant dashboard': {
        const resource = { resourceType: 'Dashboard' as const, resourceId: dashboards.get(step.item)?.id ?? nothing }
        return doing(() => setPolicy(api, resource, step.grantee, step.isGranted ? 'EmbedDashboardRead' : null))
      }
      case 'publish':
        return publish(api, step)
      case 'embed access': {
        const target = step.target === 'all' ? { allEmbedUsers: true } : { embedTenantName: `${step.target}-corp` }
        const body = {
          ...(step.target === null ? {} : { ...target, action: step.isShared ? ('read' as const) : ('none' as const) }),
          ...(step.allowEmbed === null ? {} : { allowEmbed: step.allowEmbed }),
        }
        return seeing(
          () => api.updateEmbedAccess({ params: { deploymentId, workbookId: realId(step.item) }, body }),
          (access) => ({ access: views.embedAccess(access) }),
        )
      }
      case 'allow embed':
        return doing(() =>
          api.updateDashboardEmbedding({ params: { dashboardPublicId: publicIdIn(step.item) }, body: { allowEmbed: step.allowEmbed } }),
        )
      case 'duplicate':
        return duplicate(api, realId(step.item), step.isShared)
      case 'upsert workbook':
        return making(() =>
          api.upsertWorkbookBySlug({ params: { deploymentId, slug: step.slug }, body: { name: step.name, ...placed(step.parent) } }),
        )
      case 'upsert report':
        return making(() =>
          api.upsertReportByPublicId({
            params: { deploymentId, publicId: publicIdOf(step.publicId) },
            body: { name: step.name, ...placed(step.parent) },
          }),
        )
      case 'transfer': {
        const body = { fromUserId: step.from && (people.get(step.from) ?? nothing), toUserId: people.get(step.to) ?? nothing }
        return seeing(
          () => api.transferContent({ params, body }),
          ({ folders, workbooks, reports }) => ({ transferred: { folders, workbooks, reports } }),
        )
      }
      default:
        return look(step, api)
    }
  }
  return { take, repeats: () => repeats }
}
