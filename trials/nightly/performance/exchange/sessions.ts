import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { hash } from 'node:crypto'
import type { Installation } from '../../../harness/installation.ts'
import { sessionIdOf } from '../../../../apps/server/src/domains/embed/engine/mint.ts'
import type { Account } from '../mint/account.ts'
import type { Pool } from '../mint/pools.ts'

/** Sessions to be exchanged, with consecutive ids and one secret. `next` is the first unused one. */
export type Waiting = { bucket: number; firstId: number; count: number; next: number }

const secret = 'S'.repeat(43)
export const secretHash = hash('sha256', secret, 'base64')

// Longer than the bench. A real session waits five minutes.
const lifetime = '2 hours'

/** Stores sessions of users of the pool, as their mints would. */
export const mintWaiting = async (installation: Installation, account: Account, pool: Pool, count: number): Promise<Waiting> => {
  const { tenantId } = account.tenant
  const [ids] = await installation.sql<{ last: string }>("select setval('facet_ids', nextval('facet_ids') + $1) as last", [count])
  const firstId = Number(ids?.last) - count
  const [hour] = await installation.sql<{ bucket: number }>('select facet_bucket(now()) as bucket')
  const bucket = hour?.bucket ?? 0
  await installation.sql(
    `insert into embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode,
       group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
     select $1, $2, $3::bigint + n, $4, $5, u.id, false, u.embed_tenant_id, $6, true, u.embed_group_ids, u.attribute_values,
       '{"settings": {"showDashboardChat": true}, "securityContext": {"plan": "enterprise", "region": "eu-central", "customerId": 0}}', now(), now() + $7::interval, 1
     from generate_series(0, $8::int - 1) n
     join (select row_number() over () - 1 as place, * from external_users where tenant_id = $1 and external_id like $9) u on u.place = n % $10::int`,
    [
      tenantId,
      bucket,
      firstId,
      Buffer.from(secretHash, 'base64'),
      account.deploymentId,
      account.apiKeyId,
      lifetime,
      count,
      `${pool.prefix}%`,
      pool.users,
    ],
  )
  return { bucket, firstId, count, next: firstId }
}

/** Returns how many were exchanged, and moves `next`. Requests still in flight may use a few more. */
export const noteUsed = async ({ sql }: Installation, account: Account, waiting: Waiting): Promise<number> => {
  const [row] = await sql<{ used: string; last: string | null }>(
    `select count(*) as used, max(id) as last from embed_sessions
     where tenant_id = $1 and bucket = $2 and id >= $3 and id < $4 and grant_bucket is not null`,
    [account.tenant.tenantId, waiting.bucket, waiting.next, waiting.firstId + waiting.count],
  )
  if (row?.last != null) waiting.next = Number(row.last) + 200
  if (waiting.next >= waiting.firstId + waiting.count) throw new Error('The measurement is broken: it ran out of sessions to exchange.')
  return Number(row?.used)
}

/** Writes the ids of all sessions. Each run skips the used ones. */
export const writeSessionIds = async (folder: string, waiting: Waiting): Promise<string> => {
  const file = join(folder, 'sessions.txt')
  const stream = createWriteStream(file)
  for (let id = waiting.firstId; id < waiting.firstId + waiting.count; id++)
    if (!stream.write(`${sessionIdOf(waiting.bucket, id, secret)}\n`)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
  return file
}

export const writeExchangeLua = (folder: string, ids: string, skip: number): string => {
  const file = join(folder, 'exchange.lua')
  writeFileSync(
    file,
    `local ids = io.lines('${ids}')
for _ = 1, ${skip} do ids() end
request = function()
  return wrk.format('POST', nil, nil, '{"sessionId":"' .. (ids() or 'none') .. '"}')
end
`,
  )
  return file
}
