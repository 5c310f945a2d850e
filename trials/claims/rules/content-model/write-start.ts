import type { DashboardConfig } from '@facet/contract'
import { type EmbedTenant, isUser, isVisitor, type Group, type Person, type User } from './people.ts'
import type { Grantee, Item } from './state.ts'
import type { Start } from './steps.ts'

/** Where a start is written, and who there is. */
export type Tables = {
  tenantId: number
  deploymentId: number
  people: ReadonlyMap<Person, number>
  groups: ReadonlyMap<Group, number>
  embedTenants: ReadonlyMap<EmbedTenant, number>
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** The ids of the items of a start, in their order, and those of the dashboards by the workbook. */
export type Written = { ids: number[]; dashboards: Map<number, { id: number; publicId: string }> }

/** A public id as the service has it, by the short one of a sequence. */
export const publicIdOf = (short: string): string => short.padStart(12, 'A')

/** A chart of each report, and nothing else. */
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

/** Nobody has it, and nobody will. */
const gone = 1

/** Straight to the tables: a tree of ten items would be as many requests. */
export const writeStart = async (tables: Tables, { items, members }: Start): Promise<Written> => {
  const { tenantId, deploymentId, query } = tables
  const dashboardsOf = items.flatMap(({ dashboard }, index) => (dashboard ? [index] : []))
  const numbers = await query<{ id: string }>("select nextval('facet_ids') as id from generate_series(1, $1)", [
    items.length + dashboardsOf.length,
  ])
  const ids = numbers.slice(0, items.length).map(({ id }) => Number(id))
  const idOf = (index: number): number => ids[index] ?? 0
  const personId = (person: Item['owner']): number | null => (person === 'gone' ? gone : person && (tables.people.get(person) ?? null))
  const common = { tenant_id: tenantId, deployment_id: deploymentId }
  const placeId = ({ place }: { place: Item['place'] }): number => (place === 'console' ? 0 : (tables.embedTenants.get(place) ?? 0))
  const reportId = (index: number): string => publicIdOf(items[index]?.publicId ?? `X${idOf(index)}`)
  const dashboards = dashboardsOf.map((index, place) => {
    const id = Number(numbers[items.length + place]?.id)
    return { id, publicId: publicIdOf(`D${id}`), index }
  })
  const insert = (table: string, rows: Record<string, unknown>[]): Promise<unknown> => {
    if (rows.length === 0) return Promise.resolve()
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
    return query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ])
  }
  const statements: (() => Promise<unknown>)[] = [
    () => query('delete from content_items where tenant_id = $1', [tenantId]),
    () => query('delete from user_group_members where tenant_id = $1', [tenantId]),
    () =>
      insert(
        'content_items',
        items.map((item, index) => ({
          ...common,
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
          created_at: new Date().toISOString(),
          updated_at: new Date().toISOString(),
        })),
      ),
    () =>
      insert(
        'content_workbooks',
        items.flatMap((item, index) =>
          item.kind === 'workbook'
            ? [
                {
                  ...common,
                  id: idOf(index),
                  embed_tenant_id: placeId(item),
                  slug: item.slug,
                  meta: {},
                  calculated_fields: {},
                  dashboard_draft: item.draft && configOf(item.draft.map(idOf)),
                },
              ]
            : [],
        ),
      ),
    () =>
      insert(
        'content_reports',
        items.flatMap(({ kind }, index) =>
          kind === 'report' ? [{ tenant_id: tenantId, id: idOf(index), public_id: reportId(index), version: 1 }] : [],
        ),
      ),
    () =>
      insert(
        'dashboards',
        dashboards.map(({ id, publicId, index }) => ({
          ...common,
          id,
          workbook_id: idOf(index),
          public_id: publicId,
          status: 'published',
          allow_embed: items[index]?.dashboard?.allowEmbed,
          version_number: 1,
          created_at: new Date().toISOString(),
          updated_at: new Date().toISOString(),
        })),
      ),
    () =>
      insert(
        'dashboard_versions',
        dashboards.map(({ id, index }) => {
          const reports = items[index]?.dashboard?.reports ?? []
          return {
            tenant_id: tenantId,
            dashboard_id: id,
            number: 1,
            id,
            config: configOf(reports.map((report) => idOf(report.id))),
            snapshots: reports.map((report) => snapshotOf(idOf(report.id), reportId(report.id), report.name)),
            published_at: new Date().toISOString(),
          }
        }),
      ),
    () =>
      insert(
        'content_grants',
        items.flatMap(({ kind, place, grants }, index) =>
          grants.map(({ grantee, level }) => ({
            ...common,
            item_id: idOf(index),
            item_kind: kind,
            level,
            granted_at: new Date().toISOString(),
            ...granteeColumns(tables, place, grantee),
          })),
        ),
      ),
    () =>
      insert(
        'dashboard_grants',
        dashboards.flatMap(({ id, index }) =>
          (items[index]?.dashboard?.grantees ?? []).map((grantee) => {
            const { principal_id = null, group_id = null } = granteeColumns(tables, 'console', grantee)
            return { tenant_id: tenantId, dashboard_id: id, principal_id, group_id, granted_at: new Date().toISOString() }
          }),
        ),
      ),
    ...members.map((member) => () => joinGroup(tables, member, true)),
  ]
  for (const statement of statements) await statement()
  return { ids, dashboards: new Map(dashboards.map(({ id, publicId, index }) => [index, { id, publicId }])) }
}

const snapshotOf = (reportId: number, publicId: string, name: string) => ({
  id: reportId,
  reportId,
  versionNumber: 1,
  publicId,
  name,
  title: null,
  description: null,
  jsonQuery: null,
  sqlQuery: null,
  pivotItems: null,
  meta: null,
  calculatedFields: {},
})

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
