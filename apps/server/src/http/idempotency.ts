import { createHash } from 'node:crypto'
import type { OperationShape } from '@facet/contract'
import { type Db, isOutage, sql } from '#db'
import type { Context } from '#context'
import { Failure } from '#failure'

const keyForm = /^[\x21-\x7e]{1,255}$/

export type Claim = { replay: string } | { keep: (response: string) => Promise<void> }

/** What makes two requests the same: the operation, what it is aimed at, and what it is given. */
export const hashOf = (operation: OperationShape, { params, body }: { params: unknown; body: unknown }): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([operation.id, params, body ?? null]))
    .digest()

const place = (operation: OperationShape, key: string): string => `idempotent answer of ${operation.id} ${key}`

/**
 * Claims the key in the operation's own transaction: the claim, the effect and the kept answer stand or fall together. A
 * duplicate that arrives meanwhile waits on the claim's row and then finds the answer.
 */
export const claimIdempotencyKey = async (context: Context, header: unknown, input: { params: unknown; body: unknown }): Promise<Claim> => {
  const { caller, db, operation } = context
  if (typeof header !== 'string' || !keyForm.test(header))
    throw new Failure('invalid_request', 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.')
  const claim = { tenant_id: caller.tenantId, credential_id: caller.credentialId, operation: operation.id, key: header }
  const requestHash = hashOf(operation, input)

  if (!(await claimed(db, claim, requestHash))) {
    const kept = await db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response', 'response_sealed'])
      .where((where) => where.and(claim))
      .executeTakeFirstOrThrow()
    if (!kept.request_hash.equals(requestHash))
      throw new Failure(
        'idempotency_key_reused',
        `The Idempotency-Key "${header}" was used before with another request. Use a new key for a new request.`,
      )
    return {
      replay:
        kept.response ??
        (await context.keyRing.open(db, caller.tenantId, place(operation, header), kept.response_sealed ?? Buffer.alloc(0))),
    }
  }
  return {
    keep: async (response) => {
      const kept =
        operation.idempotency === 'sealed'
          ? { response_sealed: await context.keyRing.seal(db, caller.tenantId, place(operation, header), response) }
          : { response }
      await db
        .updateTable('idempotency_keys')
        .set(kept)
        .where((where) => where.and(claim))
        .execute()
    },
  }
}

type Place = { tenant_id: number; credential_id: number; operation: string; key: string }

const claimed = async (db: Db, where: Place, requestHash: Buffer): Promise<boolean> => {
  try {
    const result = await db
      .insertInto('idempotency_keys')
      .values({ ...where, request_hash: requestHash })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'credential_id', 'operation', 'key'])
          // An expired claim is taken over as if it were new.
          .doUpdateSet((set) => ({
            request_hash: set.ref('excluded.request_hash'),
            response: null,
            response_sealed: null,
            expires_at: set.ref('excluded.expires_at'),
          }))
          .where('idempotency_keys.expires_at', '<', sql<Date>`now()`),
      )
      .returning('key')
      .executeTakeFirst()
    return result !== undefined
  } catch (error) {
    if (error instanceof Failure && isLockTimeout(error.cause))
      throw new Failure(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running. Repeat this one in a moment.',
        { cause: error, retryAfterSeconds: 1 },
      )
    throw error
  }
}

const isLockTimeout = (error: unknown): boolean =>
  isOutage(error) && typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03'
