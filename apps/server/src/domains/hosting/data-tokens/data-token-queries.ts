import type { DataScope, DataTokenKind } from '@facet/contract'
import { type DeploymentAccess, dataTokenPlace, newDataToken } from '#access'
import { type Db, sql } from '#db'
import type { KeyRing } from '#secrets'

export type NewDataToken = {
  kind: DataTokenKind
  environmentId: number
  scopes: readonly DataScope[]
  /** None where it carries who its owner is, each time it is used. */
  context: Record<string, unknown> | null
  lifetimeSeconds: number
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** What it rests on: the grant of an embed session, or a key and its owner. */
const restsOn = ({ caller }: DeploymentAccess) =>
  caller.embed
    ? { grant_bucket: caller.embed.bucket, grant_id: caller.embed.id }
    : { key_id: caller.credentialId, principal_id: caller.principalId }

/** Its times are the database's. */
export const storeDataToken = async (db: Db, keyRing: KeyRing, access: DeploymentAccess, made: NewDataToken) => {
  const { rows } = await sql<{ now: Date; until: Date }>`
    select now() as now, now() + make_interval(secs => ${made.lifetimeSeconds}) as until`.execute(db)
  const { now, until } = rows[0] as { now: Date; until: Date }
  const { deploymentId, tenantId } = access
  const { token, secretHash } = newDataToken({
    kind: made.kind,
    deploymentId,
    environmentId: made.environmentId,
    iat: secondsOf(now),
    exp: secondsOf(until),
  })
  const place = dataTokenPlace(secretHash)
  const seal = await keyRing.sealer(db, tenantId)
  await db
    .insertInto('data_tokens')
    .values({
      tenant_id: tenantId,
      deployment_id: deploymentId,
      environment_id: made.environmentId,
      kind: made.kind,
      secret_hash: secretHash,
      token_sealed: seal(`${place} token`, token),
      context_sealed: made.context && seal(`${place} context`, JSON.stringify(made.context)),
      scopes: [...made.scopes],
      ...restsOn(access),
      created_at: now,
      expires_at: until,
    })
    .execute()
  return { token, created_at: now.toISOString(), expires_at: until.toISOString() }
}

const live = (db: Db, access: DeploymentAccess, environmentId: number) =>
  db
    .selectFrom('data_tokens')
    .where('tenant_id', '=', access.tenantId)
    .where('environment_id', '=', environmentId)
    .where('kind', '<>', 'deployment')
    .where('expires_at', '>', sql<Date>`now()`)

const listed = (db: Db, access: DeploymentAccess, environmentId: number) =>
  live(db, access, environmentId)
    .select(['id', 'secret_hash', 'token_sealed', 'context_sealed', 'created_at', 'expires_at'])
    // Those of an environment have one each.
    .$narrowType<{ context_sealed: Buffer }>()
    .orderBy('id')

export const listTokensAfter = (db: Db, access: DeploymentAccess, environmentId: number, afterId: number | null, limit: number) =>
  listed(db, access, environmentId)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .limit(limit)
    .execute()

export const listTokensAt = (db: Db, access: DeploymentAccess, environmentId: number, offset: number, limit: number) =>
  listed(db, access, environmentId).offset(offset).limit(limit).execute()

export type DataTokenRow = Awaited<ReturnType<typeof listTokensAt>>[number]

export const countTokens = async (db: Db, access: DeploymentAccess, environmentId: number, cap: number): Promise<number> => {
  const { count } = await db
    .selectFrom(live(db, access, environmentId).select('id').limit(cap).as('few'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const openDataToken = async (db: Db, keyRing: KeyRing, { tenantId }: DeploymentAccess, row: DataTokenRow) => {
  const place = dataTokenPlace(row.secret_hash)
  const context = await keyRing.open(db, tenantId, `${place} context`, row.context_sealed)
  return {
    token: await keyRing.open(db, tenantId, `${place} token`, row.token_sealed),
    security_context: JSON.parse(context) as Record<string, unknown>,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
