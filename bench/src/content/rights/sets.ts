import type { Cast, PersonName } from './people.ts'

/** Whose workspace a set is made in. */
export const places = ['console', 'creators'] as const
export type Place = (typeof places)[number]

/** Whom the workbook of a set is shared with in frames, and whether these may show it. */
export type Frames = { shared: 'nobody' | 'tenant' | 'all'; allowEmbed: boolean }

export type SetPlan = { place: Place } & Frames

/**
 * What one call acts on, made for it alone: a folder with a workbook and a report in it, a report in the workbook, what is published of
 * that, and a folder to move things to. All that they say holds the marker.
 */
export type ContentSet = SetPlan & {
  marker: string
  folder: number
  workbook: number
  report: number
  loose: number
  target: number
  dashboard: number
  dashboardPublicId: string
  reportPublicId: string
  slug: string
}

export const markersIn = (text: string): string[] => [...new Set(text.match(/zq\d+q/g) ?? [])]

/** What is published says another word, so that it is told from what else there is of its set. */
const publishedMarkerOf = (marker: string): string => marker.replaceAll('q', 'p')
export const publishedIn = (text: string): string[] => [...new Set(text.match(/zp\d+p/g) ?? [])].map((word) => word.replaceAll('p', 'q'))

const publicIdOf = (letter: string, number: number): string => `${letter}${String(number).padStart(11, '0')}`

/** One after another in the whole installation: neither names nor public ids come twice. */
export const createNumbers = (): (() => number) => {
  let last = 0
  return () => ++last
}

const position = { x: 0, y: 0, w: 6, h: 4 }
const configOf = ({ marker, report }: Pick<ContentSet, 'marker' | 'report'>) => ({
  kind: 'CLASSIC',
  title: marker,
  widgets: [
    { id: 'chart', type: 'CHART', position, config: { reportId: report } },
    { id: 'ai', type: 'AI', position, config: { prompt: marker } },
  ],
})

type ItemRow = { set: ContentSet; id: number; kind: string; parent: number | null; workbook: number | null; owner: number; name: string }

const itemsOf = ({ people }: Cast, set: ContentSet): ItemRow[] => {
  const owner = people[set.place === 'console' ? 'owner' : 'creator'].id
  const row = (id: number, kind: string, parent: number | null, workbook: number | null = null): ItemRow => ({
    set,
    id,
    kind,
    parent,
    workbook,
    owner,
    name: `${set.marker} ${id}`,
  })
  return [
    row(set.folder, 'folder', null),
    row(set.target, 'folder', null),
    row(set.workbook, 'workbook', set.folder),
    row(set.report, 'report', set.workbook, set.workbook),
    row(set.loose, 'report', set.folder),
  ]
}

type GrantRow = {
  item: number
  kind: string
  level: number
  column: 'principal_id' | 'group_id' | 'external_user_id' | 'embed_tenant_id' | null
  id: number | null
  grantee: string
}

/** As oracle.ts says what each person is to a set. */
const grantsOf = ({ people, groupId, embedTenantIds }: Cast, set: ContentSet): GrantRow[] => {
  const to = (item: number, kind: string, name: PersonName, level: number): GrantRow =>
    set.place === 'console'
      ? { item, kind, level, column: 'principal_id', id: people[name].id, grantee: 'user' }
      : { item, kind, level, column: 'external_user_id', id: people[name].id, grantee: 'external_user' }
  const group = (item: number, kind: string, level: number): GrantRow => ({
    item,
    kind,
    level,
    column: 'group_id',
    id: groupId,
    grantee: 'group',
  })
  const folders = [set.folder, set.target]
  if (set.place === 'creators') return folders.map((folder) => to(folder, 'folder', 'mate', 2))
  const frames: Record<Frames['shared'], GrantRow[]> = {
    nobody: [],
    tenant: [
      {
        item: set.workbook,
        kind: 'workbook',
        level: 1,
        column: 'embed_tenant_id',
        id: embedTenantIds['acme-corp'],
        grantee: 'embed_tenant',
      },
    ],
    all: [{ item: set.workbook, kind: 'workbook', level: 1, column: null, id: null, grantee: 'all_embed_users' }],
  }
  return [
    ...folders.flatMap((folder) => [
      to(folder, 'folder', 'keeper', 3),
      to(folder, 'folder', 'editor', 2),
      to(folder, 'folder', 'reader', 1),
      to(folder, 'folder', 'viewer', 1),
      group(folder, 'folder', 2),
    ]),
    // The nearest decides: less than what the folder gives.
    group(set.workbook, 'workbook', 1),
    ...frames[set.shared],
  ]
}

const snapshotOf = ({ marker, report, reportPublicId }: ContentSet) => ({
  id: report,
  reportId: report,
  versionNumber: 1,
  publicId: reportPublicId,
  name: marker,
  title: marker,
  description: null,
  jsonQuery: null,
  sqlQuery: marker,
  pivotItems: null,
  meta: null,
  calculatedFields: {},
})

/** Makes them all at once, without asking the service. */
export const addSets = async (cast: Cast, next: () => number, plans: readonly SetPlan[]): Promise<ContentSet[]> => {
  const { world, deploymentId, embedTenantIds } = cast
  const { sql } = world.installation
  const { tenantId } = world.tenant
  const many = await sql<{ id: string }>(`select nextval('facet_ids') as id from generate_series(1, $1)`, [plans.length * 6])
  const ids = many.map(({ id }) => Number(id))
  const sets = plans.map((plan): ContentSet => {
    const number = next()
    const [folder = 0, workbook = 0, report = 0, loose = 0, target = 0, dashboard = 0] = ids.splice(0, 6)
    const own = { folder, workbook, report, loose, target, dashboard }
    const names = {
      marker: `zq${number}q`,
      slug: `slug-${number}`,
      dashboardPublicId: publicIdOf('D', number),
      reportPublicId: publicIdOf('R', number),
    }
    return { ...plan, ...own, ...names }
  })
  const workspaceOf = ({ place }: ContentSet): number => (place === 'console' ? 0 : embedTenantIds['acme-corp'])
  const items = sets.flatMap((set) => itemsOf(cast, set))
  const grants = sets.flatMap((set) => grantsOf(cast, set))
  const rows = (list: unknown[]): string => JSON.stringify(list)
  const insert = (into: string, columns: string, list: unknown[]) =>
    sql(`insert into ${into} (tenant_id, ${columns}) select $1, r.* from jsonb_to_recordset($2) as r (${typed(columns)})`, [
      tenantId,
      rows(list),
    ])

  await insert(
    'content_items',
    'id, deployment_id, embed_tenant_id, kind, parent_id, workbook_id, owner_id, name, sort_name',
    items.map(({ set, id, kind, parent, workbook, owner, name }) => ({
      id,
      deployment_id: deploymentId,
      embed_tenant_id: workspaceOf(set),
      kind,
      parent_id: parent,
      workbook_id: workbook,
      owner_id: owner,
      name,
      sort_name: name,
    })),
  )
  await insert(
    'content_workbooks',
    'id, deployment_id, embed_tenant_id, slug, meta, dashboard_draft',
    sets.map((set) => ({
      id: set.workbook,
      deployment_id: deploymentId,
      embed_tenant_id: workspaceOf(set),
      slug: set.slug,
      meta: { note: set.marker },
      dashboard_draft: configOf(set),
    })),
  )
  await insert(
    'content_reports',
    'id, public_id, sql_query',
    sets.flatMap((set) => [
      { id: set.report, public_id: set.reportPublicId, sql_query: set.marker },
      { id: set.loose, public_id: set.reportPublicId.replace('R', 'L'), sql_query: set.marker },
    ]),
  )
  await insert(
    'dashboards',
    'id, deployment_id, workbook_id, public_id, allow_embed, version_number',
    sets.map((set) => ({
      id: set.dashboard,
      deployment_id: deploymentId,
      workbook_id: set.workbook,
      public_id: set.dashboardPublicId,
      allow_embed: set.allowEmbed,
      version_number: 1,
    })),
  )
  await insert(
    'dashboard_versions',
    'dashboard_id, number, title, config, snapshots',
    sets.map((set) => {
      const marker = publishedMarkerOf(set.marker)
      return {
        dashboard_id: set.dashboard,
        number: 1,
        title: marker,
        config: configOf({ ...set, marker }),
        snapshots: [snapshotOf({ ...set, marker })],
      }
    }),
  )
  await insert(
    'content_grants',
    'item_id, deployment_id, item_kind, grantee_kind, level, principal_id, group_id, external_user_id, embed_tenant_id',
    grants.map(({ item, kind, level, column, id, grantee }) => ({
      item_id: item,
      deployment_id: deploymentId,
      item_kind: kind,
      grantee_kind: grantee,
      level,
      ...(column === null ? {} : { [column]: id }),
    })),
  )
  // As any database that has been in use for a while.
  await sql('analyze content_items, content_workbooks, content_reports, content_grants')
  return sets
}

const types: Record<string, string> = {
  meta: 'jsonb',
  dashboard_draft: 'jsonb',
  config: 'jsonb',
  snapshots: 'jsonb',
  allow_embed: 'boolean',
  number: 'int',
  level: 'int',
  version_number: 'int',
}
const texts = new Set(['kind', 'name', 'sort_name', 'slug', 'public_id', 'sql_query', 'title', 'item_kind', 'grantee_kind'])

const typed = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${column} ${types[column] ?? (texts.has(column) ? 'text' : 'bigint')}`)
    .join(', ')

/** All that is kept of each set, as one text: two of these differ where something was changed. */
export const readSets = async (cast: Cast, sets: readonly ContentSet[]): Promise<Map<string, string>> => {
  const { tenantId } = cast.world.tenant
  const owners = new Map(
    sets.flatMap((set) => [set.folder, set.target, set.workbook, set.report, set.loose].map((id) => [id, set.marker] as const)),
  )
  const rows = await cast.world.installation.sql<{ id: string; said: string }>(
    `select i.id, md5(concat(i::text, w::text, r::text, (select string_agg(g::text, ',' order by g.grantee_id) from content_grants g where g.tenant_id = $1 and g.item_id = i.id),
       d::text, (select string_agg(v::text, ',' order by v.number) from dashboard_versions v where v.tenant_id = $1 and v.dashboard_id = d.id),
       (select string_agg(p::text, ',' order by p.external_workbook_id) from report_placements p where p.tenant_id = $1 and p.report_id = i.id))) as said
     from content_items i left join content_workbooks w on w.tenant_id = $1 and w.id = i.id left join content_reports r on r.tenant_id = $1 and r.id = i.id
     left join dashboards d on d.tenant_id = $1 and d.workbook_id = i.id where i.tenant_id = $1 and i.id = any($2::bigint[]) order by i.id`,
    [tenantId, [...owners.keys()]],
  )
  const said = new Map<string, string>()
  for (const row of rows) {
    const marker = owners.get(Number(row.id)) ?? ''
    said.set(marker, `${said.get(marker) ?? ''} ${row.said}`)
  }
  return said
}
