import { createHmac, hash, randomBytes } from 'node:crypto'
import { type DataScope, type DataTokenKind, dataTokenActions } from '@facet/contract'
import { type Db, type FunctionCalls, inTransaction, type Pool } from '#db'
import { Failure } from '#kernel/failure'
import type { KeyRing } from '#secrets'
import type { Admission } from './admission.ts'
import { type Caller, type Grant, mayOnDeployment } from './caller.ts'
import { embeddingDisabled } from './embed-tokens.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { InTenant } from './proofs.ts'
import type { Revocations } from './revocations.ts'

/** Whose key made a token, as queries for their identity want them. */
export type TokenOwner = InTenant & { caller: Pick<Caller, 'principalId' | 'principalName'> }

/** Who queries, by a token for the data API that was made here. `embed`: made for an embed session, and held to its rules. */
export type DataCaller = {
  kind: DataTokenKind | 'embed'
  tenantId: number
  tokenId: number
  deploymentId: number
  environmentId: number
  scopes: readonly DataScope[]
  /** What a query sees of its user. */
  context: Record<string, unknown>
  principalId: number | null
  /** The embed session it was made for, and its user. */
  grant: { bucket: number; id: number; userId: number; isInternal: boolean } | null
  /** On the monotonic clock of this process. */
  endsAtMs: number
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const prefix = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'facet-data' })}.`

/** Told by its head alone, so that it is never taken for a token that a deployment's own secret signed. */
export const isDataToken = (token: string): boolean => token.startsWith(prefix)

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Where its secrets are stored: sealed ones open for this row alone. */
export const dataTokenPlace = (secretHash: Buffer): string => `data token ${secretHash.toString('base64url')}`

type DataTokenClaims = { kind: string; deploymentId: number; environmentId: number; iat: number; exp: number }

/**
 * Clients of the reference expect a JWT, so it has the form of one. The row decides what it is worth: it is looked up whole, by
 * its hash, and the key of its signature is kept by nobody.
 */
export const newDataToken = (claims: DataTokenClaims): { token: string; secretHash: Buffer } => {
  const input = `${prefix}${encode({ jti: randomBytes(24).toString('base64url'), ...claims })}`
  const token = `${input}.${createHmac('sha256', randomBytes(32)).update(input).digest('base64url')}`
  return { token, secretHash: hashOf(token) }
}

type TokenRow = {
  id: number
  state: 'valid' | 'expired' | 'revoked' | 'disabled'
  kind: DataTokenKind
  deployment_id: number
  environment_id: number
  scopes: DataScope[]
  /** None of the token's own: it carries who its owner is. */
  context_sealed: Buffer | null
  principal_id: number | null
  principal_name: string | null
  grant_bucket: number | null
  grant_id: number | null
  grant_user_id: number | null
  is_internal_grant: boolean | null
  role_grants: Grant[]
  remaining_ms: number
  epoch: number
}

const expired = (): Failure => new Failure('data_token_expired', 'The token for the data API has expired. Make a new one.')
const refusals = {
  expired,
  revoked: () =>
    new Failure(
      'data_token_revoked',
      'What this token for the data API stands on has ended: the key it was made with, the owner of that key, their role, or the embed session. Make a new one with a credential that holds.',
    ),
  disabled: embeddingDisabled,
}

/** A role may be taken away while the token lives; what it does not allow any more, the token does not either. */
const stateOf = (row: TokenRow): TokenRow['state'] => {
  const caller = { grants: row.role_grants } as Pick<Caller, 'grants'> as Caller
  return row.state === 'valid' && row.grant_id === null && !mayOnDeployment(caller, dataTokenActions[row.kind], row.deployment_id)
    ? 'revoked'
    : row.state
}

const grantOf = (row: TokenRow): DataCaller['grant'] =>
  row.grant_id === null || row.grant_bucket === null || row.grant_user_id === null
    ? null
    : { bucket: row.grant_bucket, id: row.grant_id, userId: row.grant_user_id, isInternal: row.is_internal_grant === true }

type Parts = {
  pool: Pool
  keyRing: KeyRing
  /** What a query sees of the owner of a key, now. */
  contextOfOwner: (db: Db, owner: TokenOwner) => Promise<Record<string, unknown>>
}

/** Read after the row and its epoch: whoever is narrowed meanwhile has raised the epoch, and what was read before is not kept. */
const contextOf = ({ pool, keyRing, contextOfOwner }: Parts, tenantId: number, secretHash: Buffer, row: TokenRow) =>
  inTransaction(pool, tenantId, 'read only', async (db): Promise<Record<string, unknown>> => {
    const { context_sealed: sealed, principal_id: principalId, principal_name: principalName } = row
    if (sealed)
      return JSON.parse(await keyRing.open(db, tenantId, `${dataTokenPlace(secretHash)} context`, sealed)) as Record<string, unknown>
    if (principalId === null || principalName === null) throw refusals.revoked()
    return contextOfOwner(db, { tenantId, caller: { principalId, principalName } })
  })

/** Those who query, by the hash of their token. The one rule of what still holds is the database's. */
export const createDataTokens = (
  calls: FunctionCalls,
  parts: Parts,
  revocations: Revocations,
  admission: Admission,
): GuardedCache<DataCaller> =>
  createGuardedCache(
    revocations,
    async (tenantId, secretHash) => {
      if (tenantId === null) return undefined
      const askedAtMs = performance.now()
      const bytes = Buffer.from(secretHash, 'base64')
      const [row] = await calls.call<TokenRow>('find-data-token', 'select * from facet_find_data_token($1, $2)', [tenantId, bytes])
      if (!row) return undefined
      const state = stateOf(row)
      if (state !== 'valid') throw refusals[state]()
      const value: DataCaller = {
        kind: row.grant_id === null ? row.kind : 'embed',
        tenantId,
        tokenId: row.id,
        deploymentId: row.deployment_id,
        environmentId: row.environment_id,
        scopes: row.scopes,
        context: await contextOf(parts, tenantId, bytes, row),
        principalId: row.principal_id,
        grant: grantOf(row),
        endsAtMs: askedAtMs + row.remaining_ms,
      }
      return { value, tenantId, epoch: row.epoch }
    },
    admission,
  )

/** Nothing for a token that is none of this tenant; throws what the holder of an ended one is to be told. */
export const findDataCaller = (
  dataTokens: GuardedCache<DataCaller>,
  tenantId: number,
  token: string,
  address?: string,
): DataCaller | undefined | Promise<DataCaller | undefined> => {
  const held = (caller: DataCaller | undefined): DataCaller | undefined => {
    // The database's clock decided at load; this one only lets a cached entry end on time.
    if (caller && caller.endsAtMs <= performance.now()) throw expired()
    return caller
  }
  const found = dataTokens.find(tenantId, hashOf(token).toString('base64'), address)
  return found instanceof Promise ? found.then(held) : held(found)
}
