import type { Installation } from '../../../harness/installation.ts'

/** The size of the deployment, and its viewers. */
export type Seeded = {
  tenantId: number
  deploymentId: number
  items: number
  grants: number
  /** Member of 500 groups, which hold three tenths of all grants. */
  memberId: number
  /** Member of 500 groups without grants. */
  newcomerId: number
  /** Owns up to 5,000 reports, the last by name. */
  lastId: number
}

const groupsOfOne = 500

/** Words in names. The rare one is in one report of ten thousand. */
export const words = { frequent: 'revenue', rare: 'zeppelin', start: 'ma' }

const nouns = 'revenue orders margin market churn stock returns visits costs people leads tickets sales'.split(' ')
const details = [
  'by month',
  'by region',
  'by team',
  'this year',
  'forecast',
  'per customer',
  'compared',
  'for the board',
  'in detail',
  'draft',
]

const list = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

// Stable pseudo-random numbers.
const pick = `create function pg_temp.pick(n bigint, salt int, below bigint) returns bigint language sql immutable
  as $$ select (hashint8extended(n, salt) & 9223372036854775807) % below $$;`

/** Fills a table without its indexes, which are created afterwards: that is far faster. */
const withoutIndexes = (table: string, fill: string): string => `
  create temp table later on commit drop as select pg_get_indexdef(indexrelid) as made, indexrelid::regclass::text as name
    from pg_index where indrelid = '${table}'::regclass and not indisunique;
  do $$ declare i record; begin for i in select name from later loop execute 'drop index ' || i.name; end loop; end $$;
  ${fill}
  do $$ declare i record; begin for i in select made from later loop execute i.made; end loop; end $$;
  drop table later;`

/** 5% folders (a tenth at the root, others up to five deep), 15% workbooks (a fifth at the root), 80% reports (two fifths in workbooks, 5% at the root). */
const itemsOf = ({ tenantId, deploymentId, items, lastId }: Seeded, first: number, owners: number): string => {
  const folders = items / 20
  const workbooks = (items * 3) / 20
  const last = Math.min(5000, items / 20)
  return `
  insert into content_items (tenant_id, id, deployment_id, kind, parent_id, workbook_id, owner_id, name, sort_name, position, created_at, updated_at)
  select ${tenantId}, ${first} + n, ${deploymentId}, kind, ${first} + parent, case when kind = 'report' and parent >= ${folders} then ${first} + parent end,
    case when n >= ${items - last} then ${lastId} else (select min(id) from principals where tenant_id = ${tenantId} and name like 'owner %') + pick(n, 1, ${owners}) end,
    initcap(name), name, pick(n, 2, 1000)::int, now() - pick(n, 3, 31536000) * interval '1 second', now() - pick(n, 4, 31536000) * interval '1 second'
  from (
    select n, kind, case
        when kind = 'folder' then case when n < ${folders / 10} then null else n / 8 end
        when kind = 'workbook' then case when pick(n, 5, 5) = 0 then null else pick(n, 6, ${folders}) end
        when pick(n, 5, 20) = 0 then null
        when pick(n, 5, 20) < 9 then ${folders} + pick(n, 6, ${workbooks})
        else pick(n, 6, ${folders}) end as parent,
      case when n >= ${items - last} then 'zz report ' || n
        else (${list(nouns)})[1 + pick(n, 7, ${nouns.length})] || ' ' || (${list(details)})[1 + pick(n, 8, ${details.length})]
          || case when pick(n, 9, 10000) = 0 then ' ${words.rare} ' else ' ' end || n end as name
    from (select n, case when n < ${folders} then 'folder' when n < ${folders + workbooks} then 'workbook' else 'report' end as kind
      from generate_series(0, ${items - 1}) n) numbered
  ) named;`.replaceAll('pick(', 'pg_temp.pick(')
}

const documentsOf = ({ tenantId, deploymentId }: Seeded): string => `
  insert into content_workbooks (tenant_id, id, deployment_id) select ${tenantId}, id, ${deploymentId} from content_items where tenant_id = ${tenantId} and kind = 'workbook';
  insert into content_reports (tenant_id, id, public_id, json_query)
  select ${tenantId}, id, lpad(to_hex(id), 12, '0'), '{"measures":["orders.revenue","orders.count"],"dimensions":["orders.region"],"limit":5000}'
  from content_items where tenant_id = ${tenantId} and kind = 'report';`

/** 60% of grants to groups, 25% to users, 1% to the organization, 7% to all embed users, 7% to one embed tenant. */
const grantsOf = ({ tenantId, deploymentId, items, grants }: Seeded, first: number, owners: number): string => {
  const folders = items / 20
  const workbooks = (items * 3) / 20
  return `
  insert into content_grants (tenant_id, item_id, deployment_id, item_kind, grantee_kind, principal_id, group_id, embed_tenant_id, level)
  select ${tenantId}, ${first} + item, ${deploymentId}, case when item < ${folders} then 'folder' when item < ${folders + workbooks} then 'workbook' else 'report' end,
    case when who < 60 then 'group' when who < 85 then 'user' when who < 86 then 'organisation' when who < 93 then 'all_embed_users' else 'embed_tenant' end,
    case when who between 60 and 84 then (select min(id) from principals where tenant_id = ${tenantId} and name like 'owner %') + pick(n, 13, ${owners}) end,
    case when who < 60 then (select min(id) from groups where tenant_id = ${tenantId} and name like 'granted %') + pick(n, 13, ${2 * groupsOfOne}) end,
    case when who >= 93 then (select min(id) from embed_tenants where tenant_id = ${tenantId}) + pick(n, 13, 100) end,
    case when who >= 86 then 1 else 1 + pick(n, 14, 3) end
  from (
    select n, pick(n, 10, 100) as who, case when pick(n, 11, 20) < 3 then pick(n, 12, ${folders}) when pick(n, 11, 20) < 10 then ${folders} + pick(n, 12, ${workbooks})
      else ${folders + workbooks} + pick(n, 12, ${items - folders - workbooks}) end as item
    from generate_series(1, ${Math.ceil(grants * 1.01)}) n
  ) picked on conflict do nothing;
  delete from content_grants where ctid in (select ctid from content_grants where tenant_id = ${tenantId} order by ctid offset ${grants});
  update content_items i set has_grants = true from (select distinct item_id from content_grants where tenant_id = ${tenantId}) g where i.tenant_id = ${tenantId} and i.id = g.item_id;`.replaceAll(
    'pick(',
    'pg_temp.pick(',
  )
}

const peopleOf = ({ tenantId, memberId, newcomerId }: Seeded, owners: number): string => `
  insert into principals (tenant_id, kind, name) select ${tenantId}, 'user', 'owner ' || n from generate_series(1, ${owners}) n;
  insert into embed_tenants (tenant_id, name) select ${tenantId}, 'customer-' || n from generate_series(1, 100) n;
  insert into groups (tenant_id, namespace, name) select ${tenantId}, 'groups', 'granted ' || n from generate_series(1, ${2 * groupsOfOne}) n;
  insert into groups (tenant_id, namespace, name) select ${tenantId}, 'groups', 'new ' || n from generate_series(1, ${groupsOfOne}) n;
  insert into user_group_members (tenant_id, group_id, user_id)
  select tenant_id, id, case when name like 'new %' then ${newcomerId} else ${memberId} end from groups
  where tenant_id = ${tenantId} and (name like 'new %' or split_part(name, ' ', 2)::int % 2 = 0);`

/** Fills a deployment. Skips foreign keys and triggers, which check each row. The rows are valid. */
export const fillContent = async ({ sql }: Pick<Installation, 'sql'>, seeded: Seeded): Promise<void> => {
  const owners = 2000
  const [reserved] = await sql<{ first: string }>(`select setval('facet_ids', nextval('facet_ids') + $1) - $1 as first`, [seeded.items])
  const first = Number(reserved?.first)
  await sql(`begin; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off; ${pick}
    ${peopleOf(seeded, owners)}
    ${withoutIndexes('content_items', itemsOf(seeded, first, owners))}
    ${documentsOf(seeded)}
    ${grantsOf(seeded, first, owners)}
    commit;`)
  await sql('vacuum analyze')
}
