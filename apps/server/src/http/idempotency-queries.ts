import { type Db, type FunctionCalls, sql } from '#db'

/** Whose key it is, and for what. */
export type KeyScope = { tenant_id: number; credential_id: number; operation: string; key: string }

const until = (seconds: number | undefined) => (seconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${seconds})`)

/**
 * Claims the key; gives the id of the claim, or nothing when the key is another's. One that expired is taken over as if it were
 * new, and so is one whose holder went away before anything was settled. Without `seconds` the claim is part of a transaction
 * that settles it, and nobody sees it before.
 */
export const insertClaim = async (db: Db, scope: KeyScope, requestHash: Buffer, seconds?: number): Promise<number | undefined> => {
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...scope, request_hash: requestHash, claimed_until: until(seconds) })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'credential_id', 'operation', 'key'])
        .doUpdateSet((set) => ({
          request_hash: set.ref('excluded.request_hash'),
          claim_id: set.ref('excluded.claim_id'),
          claimed_until: set.ref('excluded.claimed_until'),
          response: null,
          response_sealed: null,
          expires_at: set.ref('excluded.expires_at'),
        }))
        .where((where) =>
          where.or([
            where('idempotency_keys.expires_at', '<', sql<Date>`now()`),
            where('idempotency_keys.claimed_until', '<', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('claim_id')
    .executeTakeFirst()
  return row?.claim_id
}

export const getClaim = (db: Db, scope: KeyScope) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response', 'response_sealed', 'claimed_until'])
    .where((where) => where.and(scope))
    .executeTakeFirst()

/** Whether the claim still was this one: then it is settled, and the answer kept. */
export const settleClaim = async (
  db: Db,
  scope: KeyScope,
  claimId: number,
  kept: { response: string } | { response_sealed: Buffer },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ ...kept, claimed_until: null })
    .where((where) => where.and({ ...scope, claim_id: claimId }))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Frees the key; one that was settled stays. */
export const removeClaim = (db: Db, scope: KeyScope, claimId: number) =>
  db
    .deleteFrom('idempotency_keys')
    .where((where) => where.and({ ...scope, claim_id: claimId }))
    .where('claimed_until', 'is not', null)
    .execute()

/** Whether the claim still was this one. */
export const renewClaim = async (calls: FunctionCalls, scope: KeyScope, claimId: number, seconds: number): Promise<boolean> => {
  const [row] = await calls.call<{ held: boolean }>(
    'renew-idempotency-claim',
    `select facet_renew_idempotency_claim(p_tenant_id => $1, p_credential_id => $2, p_operation => $3, p_key => $4, p_claim_id => $5,
      p_seconds => $6) as held`,
    [scope.tenant_id, scope.credential_id, scope.operation, scope.key, claimId, seconds],
  )
  return row?.held ?? false
}
