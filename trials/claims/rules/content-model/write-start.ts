import type { DashboardConfig } from '@facet/contract'
import { type EmbedTenant, isUser, isVisitor, type Group, type Person, type User } from './people.ts'
import type { Grantee, Item } from './state.ts'
import type { Start } from './steps.ts'

/** The tenant to write to, and the ids of its people and groups. */
export type Tables = {
  tenantId: number
  deploymentId: number
  people: ReadonlyMap<Person, number>
  groups: ReadonlyMap<Group, number>
  embedTenants: ReadonlyMap<EmbedTenant, number>
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** The ids of the items in order, and the dashboards by the index of their workbook. */
export type Written = { ids: number[]; dashboards: Map<number, { id: number; publicId: string }> }

/** The public id in the service for a short one of the model. */
export const publicIdOf = (short: string): string => short.padStart(12, 'A')

/** A dashboard with one chart for each report. */
export const configOf = (reportIds: readonly number[]): DashboardConfig => ({
  widgets: reportIds.map((reportId, index) => ({
    id: `w${index}`,
    type: 'CHART',
    position: { x: 0, y: index, w: 1, h: 1 },
    config: { reportId },
  })),
})

const granteeColumns = (tables: Tables, place: Item['place'], grantee: Grantee): Record<string, unknown> => {
  if (grantee === 'everyone')
    return { grantee_kind: 'organisation', ...(place === 'console' ? {} : { embed_tenant_id: tables.embedTenants.get(place) }) }
  if (grantee === 'all embed users') return { grantee_kind: 'all_embed_users' }
  if (isUser(grantee)) return { grantee_kind: 'user', principal_id: tables.people.get(grantee) }
  if (isVisitor(grantee)) return { grantee_kind: 'external_user', external_user_id: tables.people.get(grantee) }
  const [kind = '', name = ''] = grantee.split(' ')
  if (kind === 'group') return { grantee_kind: 'group', group_id: tables.groups.get(name as Group) }
  return { grantee_kind: 'embed_tenant', embed_tenant_id: tables.embedTenants.get(name as EmbedTenant) }
}

/** The id of a deleted user. */
const goneId = 1

/** Replaces the content of the tenant. Writes to the tables directly, because a tree of ten items would take as many requests. */
export const writeStart = async (tables: Tables, { items, members }: Start): Promise<Written> => {
  const { tenantId: tenant_id, deploymentId: deployment_id, embedTenants, people, query } = tables
  const workbooks = items.flatMap(({ dashboard }, index) => (dashboard ? [{ dashboard, index }] : []))
  const numbers = await query<{ id: string }>("select nextval('facet_ids') as id from generate_series(1, $1)", [
    items.length + workbooks.length,
  ])
  const ids = numbers.slice(0, items.length).map(({ id }) => Number(id))
  const idOf = (index: number): number => ids[index] ?? 0
  const personId = (person: Item['owner']): number | null => (person === 'gone' ? goneId : person && (people.get(person) ?? null))
  const placeId = ({ place }: { place: Item['place'] }): number => (place === 'console' ? 0 : (embedTenants.get(place) ?? 0))
  const reportId = (index: number): string => publicIdOf(items[index]?.publicId ?? `X${idOf(index)}`)
  const dashboards = workbooks.map(({ dashboard, index }, place) => {
    const id = Number(numbers[items.length + place]?.id)
    return { id, publicId: publicIdOf(`D${id}`), index, dashboard }
  })
  const now = new Date().toISOString()
  const common = { tenant_id, deployment_id }
  const times = { created_at: now, updated_at: now }
  const insert = async (table: string, rows: Record<string, unknown>[]): Promise<void> => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
    const text = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`
    if (rows.length > 0) await query(text, [JSON.stringify(rows)])
  }
  const rowsOf = (kind: Item['kind'], row: (item: Start['items'][number], index: number) => object) =>
    items.flatMap((item, index) => (item.kind === kind ? [{ tenant_id, id: idOf(index), ...row(item, index) }] : []))

  await query('delete from content_items where tenant_id = $1', [tenant_id])
  await query('delete from user_group_members where tenant_id = $1', [tenant_id])
  await insert(
    'content_items',
    items.map((item, index) => ({
      ...common,
      ...times,
      id: idOf(index),
      kind: item.kind,
      embed_tenant_id: placeId(item),
      parent_id: item.parent === null ? null : idOf(item.parent),
      workbook_id: item.parent !== null && items[item.parent]?.kind === 'workbook' ? idOf(item.parent) : null,
      owner_id: personId(item.owner),
      created_by: personId(item.owner),
      name: item.name,
      sort_name: item.name.toLowerCase(),
      position: item.position,
      has_grants: false,
    })),
  )
  await insert(
    'content_workbooks',
    rowsOf('workbook', (item) => ({
      deployment_id,
      embed_tenant_id: placeId(item),
      slug: item.slug,
      meta: {},
      calculated_fields: {},
      dashboard_draft: item.draft && configOf(item.draft.map(idOf)),
    })),
  )
  await insert(
    'content_reports',
    rowsOf('report', (item, index) => ({ embed_tenant_id: placeId(item), public_id: reportId(index), version: 1 })),
  )
  await insert(
    'dashboards',
    dashboards.map(({ id, publicId: public_id, index, dashboard: { allowEmbed: allow_embed } }) => ({
      ...common,
      ...times,
      id,
      workbook_id: idOf(index),
      public_id,
      status: 'published',
      allow_embed,
      version_number: 1,
    })),
  )
  await insert(
    'dashboard_versions',
    dashboards.map(({ id, dashboard: { reports } }) => ({
      tenant_id,
      dashboard_id: id,
      number: 1,
      id,
      config: configOf(reports.map((report) => idOf(report.id))),
      snapshots: reports.map((report) => snapshotOf(idOf(report.id), reportId(report.id), report.name)),
      published_at: now,
    })),
  )
  await insert(
    'content_grants',
    items.flatMap(({ kind, place, grants }, index) =>
      grants.map(({ grantee, level }) => ({
        ...{ ...common, item_id: idOf(index), item_kind: kind, level, granted_at: now },
        ...granteeColumns(tables, place, grantee),
      })),
    ),
  )
  await insert(
    'dashboard_grants',
    dashboards.flatMap(({ id, dashboard: { grantees } }) =>
      grantees.map((grantee) => {
        const { principal_id = null, group_id = null } = granteeColumns(tables, 'console', grantee)
        return { tenant_id, dashboard_id: id, principal_id, group_id, granted_at: now }
      }),
    ),
  )
  for (const member of members) await joinGroup(tables, member, true)
  return { ids, dashboards: new Map(dashboards.map(({ id, publicId, index }) => [index, { id, publicId }])) }
}

const snapshotOf = (reportId: number, publicId: string, name: string) => {
  const empty = { title: null, description: null, jsonQuery: null, sqlQuery: null, pivotItems: null, meta: null, calculatedFields: {} }
  return { id: reportId, reportId, versionNumber: 1, publicId, name, ...empty }
}

export const joinGroup = async ({ query, tenantId, groups, people }: Tables, member: `${Group} ${User}`, isIn: boolean): Promise<void> => {
  const [group, user] = member.split(' ') as [Group, User]
  const values = [tenantId, groups.get(group), people.get(user)]
  await query(
    isIn
      ? 'insert into user_group_members (tenant_id, group_id, user_id) select $1, id, $3 from groups where tenant_id = $1 and id = $2 on conflict do nothing'
      : 'delete from user_group_members where tenant_id = $1 and group_id = $2 and user_id = $3',
    values,
  )
}
