import { hash, randomBytes } from 'node:crypto'
import type { Answer } from '../../harness/caller.ts'
import { type Embedding, placeOf } from '../../harness/embedding.ts'
import type { Installation } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import type { Skewed } from './skewed-process.ts'

/** How far from its end, by the clock of the database, a credential in a warm cache was last accepted and first refused. */
export type Ending = { credential: string; skewMs: number; stepMs: number; lastAcceptedMs: number | null; firstRefusedMs: number | null }

const livesMs = 3500
const stepAfterMs = 1200
const watchedMs = 5500
const toleranceMs = 1000

type Used = { credential: string; use: () => Promise<Answer>; hasten: (ms: number) => Promise<unknown> }

const endingToken = async (installation: Installation, embedding: Embedding, { process }: Skewed): Promise<Used> => {
  const sessionId = await embedding.session(process)
  const { body } = await embedding.exchange(process, sessionId)
  await installation.sql("update embed_grants set expires_at = clock_timestamp() + $2 * interval '1 ms' where id = $1", [
    placeOf(sessionId).id,
    livesMs,
  ])
  return {
    credential: 'embed token',
    use: () => embedding.use(process, String(body['token'])),
    hasten: (ms) =>
      installation.sql("update embed_grants set expires_at = expires_at - $2 * interval '1 ms' where id = $1", [placeOf(sessionId).id, ms]),
  }
}

const endingKey = async (installation: Installation, embedding: Embedding, { process }: Skewed): Promise<Used> => {
  const secret = `sk-${randomBytes(32).toString('base64url')}`
  await installation.sql(
    `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint, expires_at)
     select k.tenant_id, k.principal_id, 'ending', $2, 'sk-…', clock_timestamp() + $3 * interval '1 ms' from api_keys k where k.tenant_id = $1 order by k.id limit 1`,
    [embedding.tenant.tenantId, hash('sha256', secret, 'buffer'), livesMs],
  )
  return {
    credential: 'API key',
    use: () => embedding.use(process, secret),
    // Past the trigger that would tell the process of it.
    hasten: (ms) =>
      installation.sql(
        `do $$ begin set local session_replication_role = replica;
           update api_keys set expires_at = expires_at - ${ms} * interval '1 ms' where name = 'ending' and tenant_id = ${embedding.tenant.tenantId}; end $$`,
      ),
  }
}

const watch = async ({ credential, use }: Used, skewed: Skewed, hastenedMs: number): Promise<Ending> => {
  const startedMs = performance.now()
  const ending: Ending = { credential, skewMs: skewed.skewMs, stepMs: skewed.stepMs, lastAcceptedMs: null, firstRefusedMs: null }
  while (performance.now() - startedMs < watchedMs) {
    const { status } = await use()
    const sinceEndMs = Math.round(performance.now() - startedMs - (livesMs - hastenedMs))
    if (status === 200) ending.lastAcceptedMs = sinceEndMs
    else ending.firstRefusedMs ??= sinceEndMs
    await pause(25)
  }
  return ending
}

/** A token and a key near their ends, used all the time, while the clock of the process is stepped under them. */
export const watchEndings = async (installation: Installation, embedding: Embedding, skewed: Skewed, hastenedMs = 0): Promise<Ending[]> => {
  const used = [await endingToken(installation, embedding, skewed), await endingKey(installation, embedding, skewed)]
  const watching = used.map((one) => watch(one, skewed, hastenedMs))
  await pause(stepAfterMs)
  if (hastenedMs > 0) await Promise.all(used.map(({ hasten }) => hasten(hastenedMs)))
  else await skewed.step()
  return Promise.all(watching)
}

export const isOnTime = ({ lastAcceptedMs, firstRefusedMs }: Ending): boolean =>
  lastAcceptedMs !== null && firstRefusedMs !== null && Math.abs(lastAcceptedMs) <= toleranceMs && Math.abs(firstRefusedMs) <= toleranceMs
