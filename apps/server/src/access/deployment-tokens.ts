import { hash } from 'node:crypto'
import { compactVerify } from 'jose'
import type { Admission } from './admission.ts'
import type { DataTarget } from './data-targets.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

/** What a token says that was signed with the secret of its deployment. The times are on the monotonic clock of this process. */
export type DeploymentToken = {
  /** Tells it from every other token of its deployment. */
  tokenId: string
  claims: Record<string, unknown>
  startsAtMs: number | null
  endsAtMs: number | null
}

// Of what was signed: a signature can be spelled in several ways, and each would be another token.
const idOf = (token: string): string => hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url')

const timeOf = (claim: unknown): number | null | undefined => {
  if (claim === undefined) return null
  if (typeof claim !== 'number' || !Number.isFinite(claim)) return undefined
  return performance.now() + claim * 1000 - Date.now()
}

const claimsIn = (payload: Uint8Array): Record<string, unknown> | undefined => {
  const claims: unknown = JSON.parse(Buffer.from(payload).toString())
  return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Record<string, unknown>) : undefined
}

const read = async (token: string, { apiSecret }: DataTarget): Promise<DeploymentToken | undefined> => {
  if (apiSecret === null) return undefined
  try {
    const claims = claimsIn((await compactVerify(token, apiSecret, { algorithms: ['HS256'] })).payload)
    const [startsAtMs, endsAtMs] = [timeOf(claims?.['nbf']), timeOf(claims?.['exp'])]
    if (claims === undefined || startsAtMs === undefined || endsAtMs === undefined) return undefined
    return { tokenId: idOf(token), claims, startsAtMs, endsAtMs }
  } catch {
    return undefined
  }
}

export const deploymentTokenKey = (slug: string, token: string): string => `${slug} ${token}`

/** Tokens of deployments by slug and token. They stand on the secret alone: whoever holds it says who is asking. */
export const createDeploymentTokens = (
  targets: GuardedCache<DataTarget>,
  revocations: Revocations,
  admission: Admission,
): GuardedCache<DeploymentToken> =>
  createGuardedCache(
    revocations,
    async (tenantId, key) => {
      if (tenantId === null) return undefined
      const space = key.indexOf(' ')
      // Taken first: a secret that changes while it is looked up must not be kept as the new one.
      const epoch = revocations.epoch()
      const target = await targets.find(tenantId, key.slice(0, space))
      const value = target ? await read(key.slice(space + 1), target) : undefined
      return value ? { value, tenantId, epoch } : undefined
    },
    admission,
  )
