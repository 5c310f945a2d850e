import { type KeyObject, sign } from 'node:crypto'
import { type Action, type AttributeType, embedLifetimes } from '@facet/contract'
import { compactVerify, decodeProtectedHeader } from 'jose'
import type { FunctionCalls } from '#db'
import type { Caller } from './caller.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Who the user of a frame is to a query, as frozen when the session was exchanged. */
export type EmbedIdentity = {
  username: string
  email: string | null
  displayName: string | null
  picture: string | null
  embedTenantName: string | null
  groups: string[]
  attributes: { name: string; type: AttributeType; value: unknown; default: string | null }[]
}

/** What stands behind an embed token. */
export type EmbedGrant = {
  id: number
  bucket: number
  deploymentId: number
  userId: number
  isInternal: boolean
  embedTenantId: number
  isCreatorMode: boolean
  identity: EmbedIdentity
  document: Record<string, unknown>
}

const issuer = 'cubecloud'
const audienceOf = (tenantId: number): string => `facet:tenant:${tenantId}`
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export type TokenClaims = {
  grantId: number
  grantBucket: number
  userId: number
  deploymentId: number
  issuedAt: number
  expiresAt: number
}

/** Signed here rather than by the library that verifies: this is on the hot path, and what we sign is always of one form. */
export const signEmbedToken = (tenantId: number, keys: SigningKeys, claims: TokenClaims): string => {
  if (!keys.active) throw new Error(`Tenant ${tenantId} has no active signing key.`)
  const payload = {
    iss: issuer,
    aud: audienceOf(tenantId),
    sub: String(claims.userId),
    jti: `${claims.grantBucket}-${claims.grantId}`,
    deploymentId: claims.deploymentId,
    iat: claims.issuedAt,
    exp: claims.expiresAt,
  }
  const input = `${encode({ alg: 'ES256', kid: keys.active.kid, typ: 'JWT' })}.${encode(payload)}`
  const signature = sign('sha256', Buffer.from(input), { key: keys.active.key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

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

const grantIn = async (token: string, key: KeyObject, tenantId: number): Promise<{ bucket: number; id: number } | null> => {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ['ES256'] })
    const claims = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
    const [, bucket, id] = /^(\d{1,9})-(\d{1,16})$/.exec(String(claims['jti'])) ?? []
    const isOurs = claims['iss'] === issuer && claims['aud'] === audienceOf(tenantId)
    return isOurs && bucket !== undefined ? { bucket: Number(bucket), id: Number(id) } : null
  } catch {
    return null
  }
}

type GrantRow = {
  deployment_id: number
  user_id: number
  is_internal: boolean
  embed_tenant_id: number
  api_key_id: number
  is_creator_mode: boolean
  identity: EmbedIdentity
  document: Record<string, unknown>
  remaining_ms: number
  epoch: number
}

// What the operations that name embed tokens ask for, on the one deployment of the session.
const actions: Action[] = ['DeploymentRead', 'EmbedDeploymentRead', 'EmbedDashboardRead']

const callerOf = (tenantId: number, id: number, bucket: number, row: GrantRow, askedAtMs: number): Caller => ({
  tenantId,
  credentialKind: 'embed',
  credentialId: id,
  principalId: row.user_id,
  principalKind: row.is_internal ? 'user' : 'external_user',
  principalName: row.identity.username,
  grants: [{ role: 'Embed', actions, deploymentIds: [row.deployment_id] }],
  scope: { deploymentIds: [row.deployment_id] },
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

/**
 * Callers by their embed token. The signature says who issued it; whether it still holds, and until when, only the grant says,
 * by the clock of the database.
 */
export const createEmbedTokens = (
  calls: FunctionCalls,
  signingKeys: GuardedCache<SigningKeys>,
  revocations: Revocations,
): GuardedCache<Caller> => {
  const keyFor = async (tenantId: number, kid: string): Promise<KeyObject | undefined> => {
    const known = (await signingKeys.find(tenantId, ''))?.publicKeys.get(kid)
    // Not among the keys in memory: a rotation this process has not heard of yet, or a kid of nobody's. One more look for all of
    // those until the next revocation: looked up each by itself, made-up ones would fill the memory and keep the database busy.
    return known ?? (await signingKeys.find(tenantId, 'another look'))?.publicKeys.get(kid)
  }
  return createGuardedCache(revocations, async (tenantId, token) => {
    const kid = kidIn(token)
    if (tenantId === null || kid === null) return undefined
    const key = await keyFor(tenantId, kid)
    const grant = key ? await grantIn(token, key, tenantId) : null
    if (!grant) return undefined
    const askedAtMs = performance.now()
    const [row] = await calls.call<GrantRow>('find-grant', 'select * from facet_find_grant($1, $2, $3)', [tenantId, grant.bucket, grant.id])
    return row ? { value: callerOf(tenantId, grant.id, grant.bucket, row, askedAtMs), tenantId, epoch: row.epoch } : undefined
  })
}
