import { createHash } from 'node:crypto'
import type { OperationShape } from '@facet/contract'
import { type Db, isOutage } from '#db'
import { Failure } from '#kernel/failure'
import type { KeyRing } from '#secrets'
import type { Call } from './call.ts'
import { getClaim, insertClaim, type KeyScope, settleClaim } from './idempotency-queries.ts'

const keyForm = /^[\x21-\x7e]{1,255}$/

/** What makes two requests the same: the operation, what it is aimed at, and what it is given. */
export const hashOf = (operation: OperationShape, { params, query, body }: Pick<Call['input'], 'params' | 'query' | 'body'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([operation.id, params, query, body ?? null]))
    .digest()

/** The key of a request, and what it stands for. */
export type IdempotencyKey = { scope: KeyScope; requestHash: Buffer; isSealed: boolean }

/** Nothing where the request has no key, or the operation does not honour one. */
export const keyOf = ({ operation, caller, idempotencyKey: header, input }: Call): IdempotencyKey | null => {
  if (!operation.idempotency || header === undefined) return null
  if (typeof header !== 'string' || !keyForm.test(header))
    throw new Failure('invalid_request', 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.')
  return {
    scope: { tenant_id: caller.tenantId, credential_id: caller.credentialId, operation: operation.id, key: header },
    requestHash: hashOf(operation, input),
    isSealed: operation.idempotency === 'sealed',
  }
}

export const inProgress = (cause?: unknown): Failure =>
  new Failure('idempotency_in_progress', 'The first request with this Idempotency-Key is still running. Repeat this one in a moment.', {
    cause,
    retryAfterSeconds: 1,
  })

/** Said to a request whose key a repetition has taken over, because its process was not heard of for too long: that one does it, and this one must not. */
export const takenOver = (): Failure =>
  new Failure('idempotency_in_progress', 'Another request with this Idempotency-Key has taken this one over. Repeat it in a moment.', {
    retryAfterSeconds: 1,
  })

const sealedTo = ({ operation, key }: KeyScope): string => `idempotent answer of ${operation} ${key}`

/** What was answered to the first request with a key that is taken. */
export const getKeptAnswer = async (db: Db, keyRing: KeyRing, { scope, requestHash }: IdempotencyKey): Promise<string> => {
  const kept = await getClaim(db, scope)
  // Freed by a request that failed, since it was found taken.
  if (!kept) throw inProgress()
  if (!kept.request_hash.equals(requestHash))
    throw new Failure(
      'idempotency_key_reused',
      `The Idempotency-Key "${scope.key}" was used before with another request. Use a new key for a new request.`,
    )
  if (kept.claimed_until) throw inProgress()
  return kept.response ?? keyRing.open(db, scope.tenant_id, sealedTo(scope), kept.response_sealed ?? Buffer.alloc(0))
}

/** In the transaction of the effect: neither stands without the other. */
export const keepAnswer = async (
  db: Db,
  keyRing: KeyRing,
  { scope, isSealed }: IdempotencyKey,
  claimId: number,
  response: string,
): Promise<void> => {
  const kept = isSealed ? { response_sealed: await keyRing.seal(db, scope.tenant_id, sealedTo(scope), response) } : { response }
  if (!(await settleClaim(db, scope, claimId, kept))) throw takenOver()
}

const isLockTimeout = (error: unknown): boolean =>
  isOutage(error) && typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03'

/**
 * Claims the key; gives the claim's id, or nothing when the key is taken. Without `seconds` the transaction is the operation's
 * own: claim, effect and kept answer stand or fall together, and a duplicate waits on the row and then finds the answer.
 */
export const claimKey = async (db: Db, { scope, requestHash }: IdempotencyKey, seconds?: number): Promise<number | undefined> => {
  try {
    return await insertClaim(db, scope, requestHash, seconds)
  } catch (error) {
    if (error instanceof Failure && isLockTimeout(error.cause)) throw inProgress(error)
    throw error
  }
}
