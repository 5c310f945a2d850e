import { type KeyObject, sign, timingSafeEqual } from 'node:crypto'
import { type Action, embedLifetimes } from '@facet/contract'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { LRUCache } from 'lru-cache'
import type { FunctionCalls } from '#db'
import { Failure } from '#kernel/failure'
import type { Admission } from './admission.ts'
import type { Caller } from './caller.ts'
import type { EmbedIdentity } from './embed-grant.ts'
import { tenantWide } from './end-sessions.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import { reachOf } from './reach.ts'
import type { Revocations } from './revocations.ts'
import type { SigningKeys } from './signing-keys.ts'

const issuer = 'cubecloud'
const audienceOf = (tenantId: number): string => `facet:tenant:${tenantId}`
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a token says of its grant. */
export type TokenClaims = {
  grantId: number
  grantBucket: number
  tokenId: Buffer
  userId: number
  deploymentId: number
  issuedAt: number
  expiresAt: number
}

const payloadOf = (tenantId: number, claims: TokenClaims) => ({
  iss: issuer,
  aud: audienceOf(tenantId),
  sub: String(claims.userId),
  jti: `${claims.grantBucket}-${claims.grantId}-${claims.tokenId.toString('base64url')}`,
  deploymentId: claims.deploymentId,
  iat: claims.issuedAt,
  exp: claims.expiresAt,
})

/** Signed here rather than by the library that verifies: this is on the hot path, and what we sign is always of one form. */
export const signEmbedToken = (tenantId: number, keys: SigningKeys, claims: TokenClaims): string => {
  if (!keys.active) throw new Error(`Tenant ${tenantId} has no active signing key.`)
  const input = `${encode({ alg: 'ES256', kid: keys.active.kid, typ: 'JWT' })}.${encode(payloadOf(tenantId, claims))}`
  const signature = sign('sha256', Buffer.from(input), { key: keys.active.key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

const maxTenants = 100_000

const kidForm = /^\d{1,16}$/
const headerNames = new Set(['alg', 'kid', 'typ'])

/** The key the header names, when the header is of the one form we write: nothing in it may point anywhere else. */
const kidIn = (token: string): string | null => {
  try {
    const { alg, kid, ...rest } = decodeProtectedHeader(token)
    const isOurs =
      alg === 'ES256' && typeof kid === 'string' && kidForm.test(kid) && Object.keys(rest).every((name) => headerNames.has(name))
    return isOurs ? kid : null
  } catch {
    return null
  }
}

type Verified = { payload: Record<string, unknown>; bucket: number; id: number }

const jtiForm = /^(\d{1,9})-(\d{1,16})-[\w-]{22}$/

/** What a token of this signature says, and where the grant it names would be. */
const verify = async (token: string, key: KeyObject): Promise<Verified | null> => {
  try {
    const payload = JSON.parse(
      Buffer.from((await compactVerify(token, key, { algorithms: ['ES256'] })).payload).toString(),
    ) as Verified['payload']
    const [, bucket, id] = jtiForm.exec(String(payload['jti'])) ?? []
    return bucket === undefined ? null : { payload, bucket: Number(bucket), id: Number(id) }
  } catch {
    return null
  }
}

type GrantRow = {
  state: 'valid' | 'revoked' | 'expired' | 'disabled'
  token_id: Buffer
  deployment_id: number
  user_id: number
  is_internal: boolean
  embed_tenant_id: number
  is_creator_mode: boolean
  identity: EmbedIdentity
  document: Record<string, unknown>
  issued_at_seconds: number
  expires_at_seconds: number
  remaining_ms: number
  epoch: number
}

const isSame = (said: unknown, expected: unknown): boolean => {
  if (typeof said !== 'string' || typeof expected !== 'string') return said === expected
  const [a, b] = [Buffer.from(said), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether the token is the one this grant was given: it says all that the exchange would sign for it, claim by claim. */
const isTokenOf = (tenantId: number, { payload, bucket, id }: Verified, row: GrantRow): boolean =>
  Object.entries(
    payloadOf(tenantId, {
      grantId: id,
      grantBucket: bucket,
      tokenId: row.token_id,
      userId: row.user_id,
      deploymentId: row.deployment_id,
      issuedAt: row.issued_at_seconds,
      expiresAt: row.expires_at_seconds,
    }),
  ).every(([claim, expected]) => isSame(payload[claim], expected))

// What the operations that name embed tokens ask for, on the one deployment of the session.
const viewerActions: Action[] = ['DeploymentRead', 'EmbedDeploymentRead', 'EmbedDashboardRead']
// And what content asks for: creators keep their own, in the workspace of their embed tenant.
const creatorActions: Action[] = [
  ...viewerActions,
  'AIBIView',
  'FolderRead',
  'FolderEdit',
  'FolderManage',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookRead',
  'WorkbookEdit',
  'WorkbookManage',
]

/** A creator without an embed tenant has no workspace to create in, and an internal user has the console. */
const actionsOf = (row: GrantRow): Action[] =>
  row.is_creator_mode && !row.is_internal && row.embed_tenant_id !== tenantWide ? creatorActions : viewerActions

const callerOf = (tenantId: number, id: number, bucket: number, row: GrantRow, askedAtMs: number): Caller => ({
  tenantId,
  credentialKind: 'embed',
  credentialId: id,
  principalId: row.user_id,
  principalKind: row.is_internal ? 'user' : 'external_user',
  principalName: row.identity.username,
  grants: [{ role: 'Embed', actions: actionsOf(row), deploymentIds: [row.deployment_id] }],
  scope: { deploymentIds: [row.deployment_id] },
  reach: reachOf({ deploymentIds: [row.deployment_id] }),
  expiresAtMs: null,
  endsAtMs: askedAtMs + Math.min(row.remaining_ms, embedLifetimes.token * 1000),
  embed: {
    id,
    bucket,
    deploymentId: row.deployment_id,
    userId: row.user_id,
    isInternal: row.is_internal,
    embedTenantId: row.embed_tenant_id,
    isCreatorMode: row.is_creator_mode,
    identity: row.identity,
    document: row.document,
  },
})

export const embeddingDisabled = (): Failure =>
  new Failure(
    'embedding_disabled',
    'Embedding is off for this tenant. An administrator turns it on with the tenant setting embeddingEnabled.',
  )
export const tokenExpired = (): Failure =>
  new Failure(
    'embed_token_expired',
    'The embed token has expired. Mint a new session and exchange it, or renew before `expires_in` is over.',
  )

/** Why a grant does not hold. A frame branches on these: it renews after `expired` and gives up after `revoked`. */
export const grantRefusals = {
  expired: tokenExpired,
  revoked: () =>
    new Failure(
      'embed_token_revoked',
      'The session behind this embed token was revoked, or something it depends on was deleted. Mint a new one if the user may continue.',
    ),
  disabled: embeddingDisabled,
}

/**
 * Callers by their embed token. The signature says who issued it; whether it still holds, and until when, only the grant says,
 * by the clock of the database.
 */
export const createEmbedTokens = (
  calls: FunctionCalls,
  { signingKeys, loadSigningKeys }: { signingKeys: GuardedCache<SigningKeys>; loadSigningKeys: (tenantId: number) => Promise<SigningKeys> },
  revocations: Revocations,
  admission: Admission,
): GuardedCache<Caller> => {
  const lookedAtMs = new LRUCache<number, number>({ max: maxTenants })
  /** Once a second per tenant: whoever makes kids up must not make the database work for each. */
  const mayLookAgain = (tenantId: number): boolean => {
    const now = performance.now()
    if (now - (lookedAtMs.get(tenantId) ?? Number.NEGATIVE_INFINITY) < 1000) return false
    lookedAtMs.set(tenantId, now)
    return true
  }
  const keyFor = async (tenantId: number, kid: string): Promise<KeyObject | undefined> => {
    const known = (await signingKeys.find(tenantId, ''))?.publicKeys.get(kid)
    if (known || !mayLookAgain(tenantId)) return known
    // Not among the keys in memory: a rotation this process does not know of yet, or a kid that does not exist.
    return (await loadSigningKeys(tenantId)).publicKeys.get(kid)
  }
  return createGuardedCache(
    revocations,
    async (tenantId, token) => {
      const kid = kidIn(token)
      if (tenantId === null || kid === null) return undefined
      const key = await keyFor(tenantId, kid)
      const verified = key ? await verify(token, key) : null
      if (!verified) return undefined
      const { bucket, id } = verified
      const askedAtMs = performance.now()
      const [row] = await calls.call<GrantRow>('find-grant', 'select * from facet_find_grant($1, $2, $3)', [tenantId, bucket, id])
      if (!row || !isTokenOf(tenantId, verified, row)) return undefined
      if (row.state !== 'valid') throw grantRefusals[row.state]()
      return { value: callerOf(tenantId, id, bucket, row, askedAtMs), tenantId, epoch: row.epoch }
    },
    admission,
  )
}
