import pg from 'pg'
import type { Catalog, MintItem } from '../../../../apps/server/src/domains/embed/engine/index.ts'
import type { Installation } from '../../../harness/installation.ts'
import { type Account, catalogOf, itemOf } from './account.ts'
import { requestOf, type Visitor } from './request.ts'

/** Users of one scenario and one side. A script that changes users must not share a pool with one that relies on their fingerprints. */
export type Pool = { prefix: string; users: number }

/** The fingerprint of every user that pgbench visits, so that its script computes no hash. */
export const bareFingerprint = `${'A'.repeat(34)}000000000=`

export const visitorOf = (account: Account, { prefix }: Pool, n: number): Visitor => ({
  externalId: `${prefix}${n}`,
  catalog: n % account.catalogs,
})

const insert = `insert into external_users
    (tenant_id, embed_tenant_id, external_id, email, display_name, picture, embed_group_ids, attribute_values, fingerprint, fingerprint_epochs, created_at, updated_at)
  select i."tenantId", i."embedTenantId", i."externalId", i.email, i."displayName", i.picture, i."embedGroupIds", i."attributeValues",
    decode(i.fingerprint, 'base64'), i.epochs, '2026-01-01', '2026-01-01'
  from jsonb_to_recordset($1::jsonb) as i("tenantId" bigint, "embedTenantId" bigint, "externalId" text, email text, "displayName" text, picture text,
    "embedGroupIds" bigint[], "attributeValues" jsonb, fingerprint text, epochs bigint[])`

const chunk = 10_000

/** Stores the users of a pool as an earlier mint would have left them. */
export const fillPool = async (installation: Installation, account: Account, pool: Pool, fingerprint?: string): Promise<void> => {
  const catalogs: Catalog[] = Array.from({ length: account.catalogs }, (_, catalog) => catalogOf(account, catalog))
  const stored = (n: number): MintItem => {
    const visitor = visitorOf(account, pool, n)
    const item = itemOf(account, requestOf(account.deploymentId, visitor), catalogs[visitor.catalog] as Catalog)
    return fingerprint === undefined ? item : { ...item, fingerprint }
  }
  const client = new pg.Client({ connectionString: installation.adminUrl })
  await client.connect()
  try {
    for (let from = 0; from < pool.users; from += chunk) {
      const items = Array.from({ length: Math.min(chunk, pool.users - from) }, (_, place) => stored(from + place))
      await client.query({ name: 'fill', text: insert, values: [JSON.stringify(items)] })
    }
  } finally {
    await client.end()
  }
}

export type Visits = { users: number; updated: number; current: number; sessions: number }

/** Rows after the visits. `updated`: users written since they were stored. `current`: users last written by the mint of their latest session. */
export const visitsOf = async ({ sql }: Installation, account: Account, prefix: string): Promise<Visits> => {
  const [row] = await sql<Record<keyof Visits, string>>(
    `select count(*) as users, count(*) filter (where u.updated_at > u.created_at) as updated,
       count(*) filter (where u.updated_at = s.latest) as current, coalesce(sum(s.sessions), 0) as sessions
     from external_users u
     join (select user_id, count(*) as sessions, max(created_at) as latest from embed_sessions where tenant_id = $1 group by user_id) s on s.user_id = u.id
     where u.tenant_id = $1 and u.external_id like $2`,
    [account.tenant.tenantId, `${prefix}%`],
  )
  return {
    users: Number(row?.users),
    updated: Number(row?.updated),
    current: Number(row?.current),
    sessions: Number(row?.sessions),
  }
}
