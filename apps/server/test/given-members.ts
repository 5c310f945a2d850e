import { membersOfPublished, membersOfReport, membersOfWorkbook, type MemberUse } from '#domains/content/members'
import type { Actor, TestServer } from './server.ts'

/** Production serves a model with these members, as if it were built. */
export const givenServedModel = async (server: TestServer, actor: Actor, members: string[] | null): Promise<number> => {
  const [row] = await server.query<{ id: string }>(
    `with made as (insert into builds (tenant_id, deployment_id, environment_id, branch_name, reason, status, members)
       select tenant_id, deployment_id, id, 'main', 'test', 'built', $3 from environments
       where tenant_id = $1 and deployment_id = $2 and type = 'production' returning id, environment_id)
     update environments e set build_id = made.id from made where e.tenant_id = $1 and e.id = made.environment_id returning made.id`,
    [actor.tenantId, actor.deploymentId, JSON.stringify(members)],
  )
  return Number(row?.id)
}

type Documents = Parameters<typeof membersOfReport>[0] &
  Parameters<typeof membersOfWorkbook>[0] &
  Parameters<typeof membersOfPublished>[0] & { kind: 'report' | 'workbook' | 'published'; id: number }

const documents = `
  select 'report' as kind, id::int, json_query as "jsonQuery", sql_query as "sqlQuery", pivot_items as "pivotItems", meta,
    null::jsonb as draft, null::jsonb as "calculatedFields", null::jsonb as config, null::jsonb as snapshots
  from content_reports where tenant_id = $1
  union all select 'workbook', id::int, null, null, null::jsonb, null::jsonb, dashboard_draft, calculated_fields, null::jsonb, null::jsonb
  from content_workbooks where tenant_id = $1
  union all select 'published', d.workbook_id::int, null, null, null::jsonb, null::jsonb, null::jsonb, null::jsonb, v.config, v.snapshots
  from dashboards d join dashboard_versions v on v.tenant_id = d.tenant_id and v.dashboard_id = d.id and v.number = d.version_number
  where d.tenant_id = $1`

const usesOf = (row: Documents): MemberUse[] => {
  if (row.kind === 'report') return membersOfReport(row)
  return row.kind === 'workbook' ? membersOfWorkbook(row) : membersOfPublished(row)
}

/** What every item of a tenant uses: by its documents as they are now, and as it is stored. The two are the same. */
export const membersOf = async (server: TestServer, { tenantId }: Pick<Actor, 'tenantId'>) => {
  const rows = await server.query<Documents>(documents, [tenantId])
  const said = rows.flatMap((row) =>
    usesOf(row).map(({ usedIn, part, member, byText }) =>
      [row.id, row.kind === 'published' ? 'published' : 'saved', usedIn, part ?? '', member, byText].join(' '),
    ),
  )
  const stored = await server.query<{ use: string }>(
    "select concat_ws(' ', item_id, state, used_in, part, member, by_text) as use from content_members where tenant_id = $1",
    [tenantId],
  )
  const boolean = (use: string): string => use.replace(/ t$/, ' true').replace(/ f$/, ' false')
  return { said: said.toSorted(), stored: stored.map(({ use }) => boolean(use)).toSorted() }
}
