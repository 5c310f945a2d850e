import type { Client } from '@facet/client'
import { requestWithRetries, type Outcome } from '../model/lane.ts'
import type { Lane } from './lane.ts'
import { type EmbedTenant, type Group, isUser, isVisitor, type Kind } from './people.ts'
import type { Grantee } from './state.ts'
import type { Answer, ItemRef, Json, Step, StepOf } from './steps.ts'
import { createViews } from './views.ts'
import { configOf, joinGroup, publicIdOf, type Written } from './write-start.ts'

/** Takes the steps of a sequence against the service. */
export type Real = { take: (step: Step) => Promise<Answer>; repeats: () => number }

const resourceTypes = { folder: 'Folder', workbook: 'Workbook', report: 'Report' } as const
const types = { folder: 'FOLDER', workbook: 'WORKBOOK', report: 'REPORT' } as const
const actions = ['Read', 'Edit', 'Manage'] as const
// An id and a public id that do not exist.
const missing = 1
const missingPublicId = 'Z'.repeat(12)
const maxPages = 60

type Page = { items: object[]; count?: number | null; pageInfo?: { hasNextPage: boolean; endCursor?: string | null } | null }
type Resource = { resourceType: 'Folder' | 'Workbook' | 'Report' | 'Dashboard'; resourceId: number }

const directionOf = (isDescending: boolean) => (isDescending ? ('DESC' as const) : ('ASC' as const))

/** `kinds` lists the kinds of the items by their ids in the model. */
export const createReal = (lane: Lane, written: Written, kinds: readonly Kind[]): Real => {
  const { deploymentId, people, query } = lane
  const params = { deploymentId }
  const ids = [...written.ids]
  const published = new Map(written.dashboards)
  const views = createViews(people, ids)
  let repeats = 0
  const ask = <T>(call: () => Promise<T>): Promise<Outcome<T>> => requestWithRetries(call, () => void (repeats += 1))
  const realId = (id: ItemRef): number => ids[id] ?? missing
  const placeId = (id: ItemRef | null): number | null => (id === null ? null : realId(id))
  const kindOf = (id: ItemRef): Kind => kinds[id] ?? 'report'
  const refOf = (id: ItemRef) => ({ type: types[kindOf(id)], id: realId(id) })
  const publicIdIn = (item: ItemRef): string => published.get(item)?.publicId ?? missingPublicId

  const made = (id: number): { made?: number } => (ids.includes(id) ? {} : { made: ids.push(id) - 1 })
  const doing = async (call: () => Promise<unknown>): Promise<Answer> => ({ code: (await ask(call)).code })
  const seeing = async <T>(call: () => Promise<T>, view: (value: T) => { [name: string]: Json }): Promise<Answer> => {
    const { code, value } = await ask(call)
    return value === null ? { code } : { code, ...view(value) }
  }
  const making = (call: () => Promise<{ id: number }>): Promise<Answer> => seeing(call, ({ id }) => made(id) as { [name: string]: Json })
  /** Reads all pages. */
  const paging = async (
    { first }: { first: number },
    call: (page: { first: number; after?: string }) => Promise<Page>,
    view: (page: Page) => { [name: string]: Json },
  ): Promise<Answer> => {
    const items: object[] = []
    let next: { first: number; after?: string } = { first }
    let count: number | null = null
    for (let pages = 0; pages < maxPages; pages++) {
      const page = next
      const { code, value } = await ask(() => call(page))
      if (!value) return { code }
      count ??= value.count ?? null
      items.push(...value.items)
      if (!value.pageInfo?.hasNextPage) return { code: null, ...view({ items, count }) }
      next = { first, after: value.pageInfo.endCursor ?? '' }
    }
    return { code: 'endless pages' }
  }
  const itemsOf = ({ items }: Page) => ({ items: items.map(views.item) })
  const listOf = ({ items, count = null }: Page) => ({ items: items.map(views.item), count })

  const update = (api: Client, item: ItemRef, body: { name?: string; folderId?: number | null }): Promise<unknown> => {
    const [kind, id] = [kindOf(item), realId(item)]
    if (kind === 'folder') return api.updateFolder({ params: { deploymentId, folderId: id }, body })
    if (kind === 'workbook') return api.updateWorkbook({ params: { deploymentId, workbookId: id }, body })
    return api.updateReport({ params: { deploymentId, reportId: id }, body })
  }
  const groupIdOf = (grantee: Grantee): number | undefined => {
    const [kind = '', name = ''] = grantee.split(' ')
    if (grantee === 'all embed users') return lane.tenantId
    return kind === 'group' ? lane.groups.get(name as Group) : lane.embedTenants.get(name as EmbedTenant)
  }
  const setPolicy = (api: Client, resource: Resource, grantee: Grantee, action: string | null) => {
    const body = { ...resource, ...(action === null ? {} : { action: action as 'FolderRead' }) }
    if (grantee === 'everyone') return api.setUserPolicy({ body: { ...body, userId: null } })
    if (isUser(grantee) || isVisitor(grantee)) return api.setUserPolicy({ body: { ...body, userId: people.get(grantee) ?? missing } })
    return api.setGroupPolicy({ body: { ...body, groupId: groupIdOf(grantee) ?? missing } })
  }
  const placed = (parent: ItemRef | null | undefined) => (parent === undefined ? {} : { folderId: placeId(parent) })

  const handlers: { [Name in Step['kind']]: (step: StepOf<Name>, api: Client) => Promise<Answer> } = {
    'create folder': ({ name, parent }, api) => making(() => api.createFolder({ params, body: { name, parentId: placeId(parent) } })),
    'create workbook': ({ name, parent }, api) => making(() => api.createWorkbook({ params, body: { name, folderId: placeId(parent) } })),
    'create report': ({ name, parent, isInWorkbook }, api) => {
      const place = isInWorkbook && parent !== null ? { workbookId: realId(parent) } : { folderId: placeId(parent) }
      return making(() => api.createReport({ params, body: { name, ...place } }))
    },
    rename: ({ item, name }, api) => doing(() => update(api, item, { name })),
    move: ({ item, to }, api) => doing(() => api.moveWorkspaceObject({ params, body: { ...refOf(item), folderId: placeId(to) } })),
    'move by update': (step, api) =>
      kindOf(step.item) === 'folder'
        ? handlers.move({ ...step, kind: 'move' }, api)
        : doing(() => update(api, step.item, { folderId: placeId(step.to) })),
    delete: ({ item }, api) =>
      doing(() => {
        const [kind, id] = [kindOf(item), realId(item)]
        if (kind === 'folder') return api.deleteFolder({ params: { deploymentId, folderId: id } })
        if (kind === 'workbook') return api.deleteWorkbook({ params: { deploymentId, workbookId: id } })
        return api.deleteReport({ params: { deploymentId, reportId: id } })
      }),
    'bulk delete': ({ items }, api) =>
      seeing(
        () => api.bulkDeleteWorkspaceObjects({ params, body: { items: items.map(refOf) } }),
        ({ deleted, failed }) => ({ bulk: views.bulk(deleted, failed) }),
      ),
    'bulk move': ({ items, to }, api) =>
      seeing(
        () => api.bulkMoveWorkspaceObjects({ params, body: { items: items.map(refOf), folderId: placeId(to) } }),
        ({ moved, failed }) => ({ bulk: views.bulk(moved, failed) }),
      ),
    grant: ({ item, grantee, level }, api) => {
      const resourceType = resourceTypes[kindOf(item)]
      const action = level === 0 ? null : `${resourceType}${actions[level - 1] ?? ''}`
      return doing(() => setPolicy(api, { resourceType, resourceId: realId(item) }, grantee, action))
    },
    'grant dashboard': ({ item, grantee, isGranted }, api) => {
      const resource: Resource = { resourceType: 'Dashboard', resourceId: published.get(item)?.id ?? missing }
      return doing(() => setPolicy(api, resource, grantee, isGranted ? 'EmbedDashboardRead' : null))
    },
    publish: ({ item, charts, allowEmbed }, api) => {
      const workbookId = realId(item)
      const config = Array.isArray(charts) ? { config: configOf(charts.map(realId)) } : {}
      const body = { workbookId, ...config, ...(allowEmbed === null ? {} : { allowEmbed }) }
      return seeing(
        () => api.publishDashboard({ params: { deploymentId, workbookId }, body }),
        (dashboard) => {
          published.set(item, dashboard)
          return {}
        },
      )
    },
    'embed access': ({ item, target, isShared, allowEmbed }, api) => {
      const embedTenant = target === 'all' ? { allEmbedUsers: true } : { embedTenantName: `${target}-corp` }
      const body = {
        ...(target === null ? {} : { ...embedTenant, action: isShared ? ('read' as const) : ('none' as const) }),
        ...(allowEmbed === null ? {} : { allowEmbed }),
      }
      return seeing(
        () => api.updateEmbedAccess({ params: { deploymentId, workbookId: realId(item) }, body }),
        (access) => ({ access: views.embedAccess(access) }),
      )
    },
    'allow embed': ({ item, allowEmbed }, api) =>
      doing(() => api.updateDashboardEmbedding({ params: { dashboardPublicId: publicIdIn(item) }, body: { allowEmbed } })),
    duplicate: async ({ item, isShared }, api) => {
      const body = isShared ? { shared: true } : {}
      const { code, value } = await ask(() => api.duplicateWorkbook({ params: { deploymentId, workbookId: realId(item) }, body }))
      if (!value) return { code }
      const copy = ids.push(value.id) - 1
      if (value.publishedDashboard) published.set(copy, value.publishedDashboard)
      const reports = await query<{ id: string }>('select id from content_items where tenant_id = $1 and workbook_id = $2 order by id', [
        lane.tenantId,
        value.id,
      ])
      ids.push(...reports.map(({ id }) => Number(id)))
      return { code, made: copy }
    },
    'upsert workbook': ({ slug, name, parent }, api) =>
      making(() => api.upsertWorkbookBySlug({ params: { deploymentId, slug }, body: { name, ...placed(parent) } })),
    'upsert report': ({ publicId, name, parent }, api) =>
      making(() =>
        api.upsertReportByPublicId({ params: { deploymentId, publicId: publicIdOf(publicId) }, body: { name, ...placed(parent) } }),
      ),
    transfer: ({ from, to }, api) => {
      const body = { fromUserId: from && (people.get(from) ?? missing), toUserId: people.get(to) ?? missing }
      return seeing(
        () => api.transferContent({ params, body }),
        ({ folders, workbooks, reports }) => ({ transferred: { folders, workbooks, reports } }),
      )
    },
    join: async ({ group, user, isIn }) => {
      await joinGroup(lane, `${group} ${user}`, isIn)
      return { code: null }
    },
    'delete green': () => doing(() => lane.admin.deleteGroup({ params: { groupId: lane.groups.get('green') ?? missing } })),
    read: ({ item }, api) => {
      const [kind, id] = [kindOf(item), realId(item)]
      if (kind === 'folder')
        return seeing(
          () => api.getFolderAncestors({ params: { deploymentId, folderId: id } }),
          (path) => ({ item: path.map(views.item) }),
        )
      const get = (): Promise<object> =>
        kind === 'workbook'
          ? api.getWorkbook({ params: { deploymentId, workbookId: id } })
          : api.getReport({ params: { deploymentId, reportId: id } })
      return seeing(get, (one) => ({ item: views.item(one) }))
    },
    feed: (step, api) => {
      const request = {
        ...(step.folder === null ? {} : { folderId: realId(step.folder) }),
        ...(step.types.length === 0 ? {} : { types: step.types.map((kind) => types[kind]) }),
        ...(step.search === null ? {} : { search: step.search }),
        orderByField: 'name' as const,
        orderByDirection: directionOf(step.isDescending),
      }
      const list = step.isShared ? api.sharedWorkspaceObjects : api.workspaceObjects
      return paging(step, (page) => list({ params, query: { ...request, ...page } }), itemsOf)
    },
    folders: (step, api) =>
      paging(step, (page) => api.getFolders({ params, query: { parentId: placeId(step.parent) ?? 0, ...page } }), listOf),
    workbooks: (step, api) => {
      const place = step.folder === undefined ? {} : { folderId: placeId(step.folder) ?? 0 }
      const byId = (a: object, b: object): number => (a as { id: number }).id - (b as { id: number }).id
      const list = ({ items, count }: Page) => listOf({ items: items.toSorted(byId), count: count ?? null })
      return paging(step, (page) => api.getWorkbooks({ params, query: { ...place, ...page } }), list)
    },
    reports: (step, api) => {
      const folder = step.folder === undefined ? {} : { folderId: placeId(step.folder) ?? 0 }
      const request = {
        ...(step.isInWorkbook && step.folder != null ? { workbookId: realId(step.folder) } : folder),
        ...(step.search === null ? {} : { search: step.search }),
        sortBy: 'name' as const,
        sortDirection: directionOf(step.isDescending),
      }
      return paging(step, (page) => api.getReports({ params, query: { ...request, ...page } }), listOf)
    },
    'report folders': (step, api) =>
      paging(
        step,
        (page) => api.listReportFolders({ params, query: page }),
        ({ items }) => ({ items: items.map(views.reportFolder) }),
      ),
    dashboard: ({ item }, api) =>
      seeing(
        () => api.getDashboard({ params: { dashboardPublicId: publicIdIn(item) } }),
        (dashboard) => ({ dashboard: views.dashboard(dashboard) }),
      ),
    'embed access of': ({ item }, api) =>
      seeing(
        () => api.getEmbedAccess({ params: { deploymentId, workbookId: realId(item) } }),
        (access) => ({ access: views.embedAccess(access) }),
      ),
    explain: ({ item, user }, api) =>
      seeing(
        () => api.explainContentAccess({ params: { deploymentId, ...refOf(item) }, query: { userId: people.get(user) ?? missing } }),
        ({ subject }) => ({
          access: {
            level: subject?.level ?? '',
            isAdministrator: subject?.isAdministrator ?? false,
            isCapped: subject?.isCappedByRole ?? false,
          },
        }),
      ),
  }
  const take = (step: Step): Promise<Answer> => {
    const handle = handlers[step.kind] as (step: Step, api: Client) => Promise<Answer>
    return handle(step, 'by' in step ? lane.apiOf(step.by) : lane.admin)
  }
  return { take, repeats: () => repeats }
}
