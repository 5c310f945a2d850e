import { type OperationId, operations } from '@facet/contract'
import type { FacetProcess } from '../../harness/installation.ts'
import { askAs, type Cast, type Person } from './people.ts'
import { addSets, type ContentSet, markersIn } from './sets.ts'

type Reader = Pick<Person, 'host' | 'secret'>
type Listed = { operation: OperationId; query: Record<string, string> }

const lists: Listed[] = [
  { operation: 'getFolders', query: {} },
  { operation: 'listReportFolders', query: {} },
  { operation: 'getWorkbooks', query: {} },
  { operation: 'getReports', query: {} },
  { operation: 'getReports', query: { search: 'zq', sortBy: 'name', sortDirection: 'ASC' } },
  { operation: 'workspaceObjects', query: {} },
  { operation: 'workspaceObjects', query: { search: 'zq', types: 'WORKBOOK', orderByField: 'name' } },
]
const sharedLists: Listed[] = [
  { operation: 'sharedWorkspaceObjects', query: {} },
  { operation: 'sharedWorkspaceObjects', query: { search: 'zq', types: 'WORKBOOK', orderByField: 'created_at' } },
]

/** A page behind a cursor, before it was no longer shared and after: how many of the sets each showed. */
export type Paged = { list: string; ended: string; before: number; after: number }

type Page = { endCursor: string | null; markers: string[] }

const read = async (
  facet: FacetProcess,
  { deploymentId }: Cast,
  reader: Reader,
  { operation, query }: Listed,
  more: Record<string, string>,
): Promise<Page> => {
  const path = operations[operation].path.replace('{deploymentId}', String(deploymentId))
  const { text } = await askAs(facet, reader, { method: 'GET', path: `${path}?${new URLSearchParams({ ...query, ...more }).toString()}` })
  return { endCursor: /"endCursor":"([^"]+)"/.exec(text)?.[1] ?? null, markers: markersIn(text) }
}

const tryLists = async (
  facet: FacetProcess,
  cast: Cast,
  {
    reader,
    listed,
    sets,
    ended,
    end,
  }: { reader: Reader; listed: Listed[]; sets: ContentSet[]; ended: string; end: () => Promise<unknown> },
): Promise<Paged[]> => {
  const own = new Set(sets.map(({ marker }) => marker))
  const behind = async (list: Listed, after: string): Promise<number> =>
    (await read(facet, cast, reader, list, { first: '200', after })).markers.filter((marker) => own.has(marker)).length
  const begun = []
  for (const list of listed) {
    const after = (await read(facet, cast, reader, list, { first: '2' })).endCursor ?? ''
    begun.push({ list, after, before: await behind(list, after) })
  }
  await end()
  const paged: Paged[] = []
  for (const { list, after, before } of begun)
    paged.push({ list: `${list.operation} ${new URLSearchParams(list.query).toString()}`, ended, before, after: await behind(list, after) })
  return paged
}

const count = 6

/** Somebody has read a page when it is no longer shared with them: the next shows nothing more of it. */
export const tryPaging = async (facet: FacetProcess, cast: Cast, next: () => number): Promise<Paged[]> => {
  const { world, people, deploymentId } = cast
  const api = world.installation.client(facet, world.tenant)
  const plans = (shared: 'nobody' | 'tenant') =>
    Array.from({ length: count }, () => ({ place: 'console', shared, allowEmbed: true }) as const)
  const policy = (path: 'user' | 'group', body: unknown) =>
    askAs(facet, people.owner, { method: 'PUT', path: `/api/v1/resource-policies/${path}`, body })

  const [pager, member] = [await cast.addPerson('Explorer'), await cast.addPerson('Explorer')]
  const groupId = await world.addSpareGroup()
  const members = { params: { groupId }, body: { userIds: [member.id] } }
  await api.addUserGroupMembers(members)
  const sets = await addSets(cast, next, plans('nobody'))
  const given = sets.flatMap(({ folder, workbook, report }) => [
    { resourceType: 'Folder', resourceId: folder, action: 'FolderRead' },
    { resourceType: 'Workbook', resourceId: workbook, action: 'WorkbookRead' },
    { resourceType: 'Report', resourceId: report, action: 'ReportRead' },
  ])
  for (const one of given) {
    await policy('user', { ...one, userId: pager.id })
    await policy('group', { ...one, groupId })
  }
  const toUser = await tryLists(facet, cast, {
    reader: pager,
    listed: lists,
    sets,
    ended: 'grants to a user',
    end: async () => {
      for (const { resourceType, resourceId } of given) await policy('user', { resourceType, resourceId, userId: pager.id })
    },
  })
  const toGroup = await tryLists(facet, cast, {
    reader: member,
    listed: lists,
    sets,
    ended: 'a membership',
    end: () => api.removeUserGroupMembers(members),
  })

  const visitor = await cast.addToken('epsilon-corp', 'eve', false)
  const [row] = await world.installation.sql<{ id: string }>(
    `select id from embed_tenants where tenant_id = $1 and name = 'epsilon-corp'`,
    [world.tenant.tenantId],
  )
  const inEpsilon = { ...cast, embedTenantIds: { ...cast.embedTenantIds, 'acme-corp': Number(row?.id) } }
  const shown = await addSets(inEpsilon, next, plans('tenant'))
  const inFrames = await tryLists(facet, cast, {
    reader: visitor,
    listed: sharedLists,
    sets: shown,
    ended: 'embed access',
    end: async () => {
      for (const { workbook } of shown)
        await askAs(facet, people.owner, {
          method: 'PUT',
          path: `/api/v1/deployments/${deploymentId}/workbooks/${workbook}/embed-access`,
          body: { embedTenantName: 'epsilon-corp', action: 'none' },
        })
    },
  })
  return [...toUser, ...toGroup, ...inFrames]
}
