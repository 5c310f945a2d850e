import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '@facet/contract'
import type { FunctionCalls } from '#db'
import type { Admission } from './admission.ts'
import type { Caller, Grant } from './caller.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import { reachOf } from './reach.ts'
import type { Revocations } from './revocations.ts'

export const apiKeyPrefix = 'sk-'

/** 256 random bits need no slow hash: nobody guesses them, and every request would pay for it. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const newApiKeySecret = (): { secret: string; secretHash: Buffer; hint: string } => {
  const secret = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
  return { secret, secretHash: hashOfSecret(secret), hint: `${secret.slice(0, 6)}…${secret.slice(-3)}` }
}

type CredentialRow = {
  api_key_id: number
  expires_at: Date | null
  remaining_ms: number | null
  scope: ApiKeyScope
  principal_id: number
  principal_kind: 'user' | 'service_account'
  principal_name: string
  grants: Grant[]
  epoch: number
}

const statement = `select *, (extract(epoch from expires_at - clock_timestamp()) * 1000)::bigint as remaining_ms
  from facet_find_credential($1, $2)`

/** Callers by the hash of their key. The tenant is part of the look-up: a key of one tenant is nothing to another. */
export const createCredentials = (calls: FunctionCalls, revocations: Revocations, admission: Admission): GuardedCache<Caller> =>
  createGuardedCache(
    revocations,
    async (tenantId, secretHash) => {
      if (tenantId === null) return undefined
      const askedAtMs = performance.now()
      const [row] = await calls.call<CredentialRow>('find-credential', statement, [tenantId, Buffer.from(secretHash, 'base64')])
      if (!row) return undefined
      const value: Caller = {
        tenantId,
        credentialKind: 'api_key',
        credentialId: row.api_key_id,
        principalId: row.principal_id,
        principalKind: row.principal_kind,
        principalName: row.principal_name,
        grants: row.grants,
        scope: row.scope,
        reach: reachOf(row.scope),
        expiresAtMs: row.expires_at?.getTime() ?? null,
        endsAtMs: row.remaining_ms === null ? null : askedAtMs + row.remaining_ms,
      }
      return { value, tenantId, epoch: row.epoch }
    },
    admission,
  )
