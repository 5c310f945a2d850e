import type { EmbedSession } from '@facet/contract'
import type { EmbedIdentity, SessionsAccess } from '#access'
import { type Db, sql } from '#db'

export type SessionRow = {
  id: number
  session_bucket: number
  state: EmbedSession['state']
  deployment_id: number
  user_id: number
  username: string | null
  is_internal: boolean
  embed_tenant_name: string | null
  api_key_id: number
  is_creator_mode: boolean
  minted_at: Date
  exchanged_at: Date | null
  expires_at: Date
  revoked_at: Date | null
}

export type SessionFilter = {
  userId: number | null
  embedTenantId: number | null
  deploymentId: number | null
  apiKeyId: number | null
  state: string | null
}

/** What the rule of validity and the list ask of a session, whether it waits or was exchanged. */
const subject = sql.raw(
  `tenant_id, id, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode, group_ids, restore_epoch`,
)

const judged = sql.raw(`lateral facet_judge_embedding(p_is_exchanged => r.is_exchanged, p_tenant_id => r.tenant_id, p_session_id => r.id,
  p_deployment_id => r.deployment_id, p_user_id => r.user_id, p_is_internal => r.is_internal, p_embed_tenant_id => r.embed_tenant_id,
  p_api_key_id => r.api_key_id, p_group_ids => r.group_ids, p_minted_at => r.minted_at, p_expires_at => r.expires_at, p_restore_epoch => r.restore_epoch) v`)

// The operator's freeze keeps a session waiting and does not end it.
const state = sql.raw(`case when v.state not in ('valid', 'frozen') then v.state when r.is_exchanged then 'active' else 'pending' end`)

const filtered = (filter: SessionFilter, { tenantId, sessions }: SessionsAccess, beforeId: number) => {
  const parts = [sql`tenant_id = ${tenantId}`, sql`id < ${beforeId}`]
  const { deploymentIds, embedTenants } = sessions
  if (deploymentIds) parts.push(sql`deployment_id = any (${deploymentIds}::bigint[])`)
  if (embedTenants)
    parts.push(
      sql`embed_tenant_id in (select e.id from embed_tenants e where e.tenant_id = ${tenantId} and e.name = any (${embedTenants}::text[]))`,
    )
  if (filter.userId !== null) parts.push(sql`user_id = ${filter.userId}`)
  if (filter.embedTenantId !== null) parts.push(sql`embed_tenant_id = ${filter.embedTenantId}`)
  if (filter.deploymentId !== null) parts.push(sql`deployment_id = ${filter.deploymentId}`)
  if (filter.apiKeyId !== null) parts.push(sql`api_key_id = ${filter.apiKeyId}`)
  return sql.join(parts, sql` and `)
}

// Not yet exchanged: only those that still can be, so at most the lifetime of one is looked at.
const waiting = sql`select ${subject}, bucket as session_bucket, created_at as minted_at, null::timestamptz as exchanged_at, expires_at,
    null::jsonb as identity, false as is_exchanged
  from embed_sessions where bucket >= facet_bucket(now() - facet_session_lifetime()) and grant_bucket is null and expires_at > now()`

const exchanged = sql`select ${subject}, session_bucket, minted_at, issued_at as exchanged_at, expires_at, identity, true as is_exchanged
  from embed_grants where true`

const columns = sql`r.id, r.session_bucket, r.state, r.deployment_id, r.user_id, coalesce(r.identity ->> 'username', u.external_id, p.name) as username,
  r.is_internal, e.name as embed_tenant_name, r.api_key_id, r.is_creator_mode, r.minted_at, r.exchanged_at, r.expires_at, r.revoked_at`

const names = sql`left join external_users u on r.identity is null and not r.is_internal and u.tenant_id = r.tenant_id and u.id = r.user_id
  left join principals p on r.identity is null and r.is_internal and p.tenant_id = r.tenant_id and p.id = r.user_id
  left join embed_tenants e on e.tenant_id = r.tenant_id and e.id = r.embed_tenant_id`

export const listSessionsBefore = async (
  db: Db,
  access: SessionsAccess,
  filter: SessionFilter,
  beforeId: number,
  limit: number,
): Promise<SessionRow[]> => {
  const where = filtered(filter, access, beforeId)
  // Put in order before they are judged, so that no more are than are shown; by state, no more than it takes to find enough.
  const [inOrder, inState] =
    filter.state === null ? [sql`order by id desc limit ${limit}`, sql`true`] : [sql`order by id desc`, sql`${state} = ${filter.state}`]
  const newest = (rows: ReturnType<typeof sql>) =>
    sql`(select r.*, ${state} as state, v.revoked_at from (${rows} and ${where} ${inOrder}) r, ${judged} where ${inState} order by r.id desc limit ${limit})`
  const { rows } = await sql<SessionRow>`select ${columns} from (
      select * from (${newest(waiting)} union all ${newest(exchanged)}) both_kinds order by id desc limit ${limit}
    ) r ${names} order by r.id desc`.execute(db)
  return rows
}

export type SessionDetailsRow = SessionRow & {
  second_use_at: Date | null
  identity: EmbedIdentity | null
  document: Record<string, unknown>
}

/** One session by its hour and number, whatever became of it. */
export const findSession = async (
  db: Db,
  { tenantId }: SessionsAccess,
  bucket: number,
  id: number,
): Promise<SessionDetailsRow | undefined> => {
  const { rows } = await sql<SessionDetailsRow>`
    select ${columns}, r.second_use_at, r.identity, r.document from (
      select r.*, ${state} as state, v.revoked_at from (
        select s.tenant_id, s.id, s.deployment_id, s.user_id, s.is_internal, s.embed_tenant_id, s.api_key_id, s.is_creator_mode, s.group_ids, s.restore_epoch,
          s.bucket as session_bucket, s.created_at as minted_at, g.issued_at as exchanged_at, coalesce(g.expires_at, s.expires_at) as expires_at,
          g.identity, s.grant_bucket is not null as is_exchanged, s.second_use_at, coalesce(g.document, s.document) as document
        from embed_sessions s left join embed_grants g on g.tenant_id = s.tenant_id and g.bucket = s.grant_bucket and g.id = s.id
        where s.tenant_id = ${tenantId} and s.bucket = ${bucket} and s.id = ${id}
      ) r, ${judged}
    ) r ${names}`.execute(db)
  return rows[0]
}

export const findEmbedTenantId = async (db: Db, { tenantId }: SessionsAccess, name: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('embed_tenants')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export const findExternalUserId = async (
  db: Db,
  { tenantId }: SessionsAccess,
  embedTenantId: number,
  externalId: string,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('external_users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row?.id
}

export const isExternalUser = async (db: Db, { tenantId }: SessionsAccess, id: number): Promise<boolean> =>
  (await db.selectFrom('external_users').select('id').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()) !==
  undefined

export const watermarkOf = async (db: Db, { tenantId }: SessionsAccess, kind: string, subjectId: number): Promise<Date> => {
  const row = await db
    .selectFrom('embed_watermarks')
    .select('revoked_before')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return row.revoked_before
}
