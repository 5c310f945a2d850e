import { hashOf } from './idempotency.ts'
import type { Call, Outcome } from './call.ts'

export type JoinDuplicates = (call: Call, run: () => Promise<Outcome>) => Promise<Outcome>

const asReplay = (outcome: Outcome): Outcome => ('body' in outcome ? { ...outcome, isReplay: true } : outcome)

/**
 * A duplicate that arrives while the first request runs in this process shares its outcome, good or bad. Left to wait on the
 * claim in the database, each would hold a connection, and a pool full of them turns everybody else away.
 */
export const createJoinDuplicates = (): JoinDuplicates => {
  const underWay = new Map<string, Promise<Outcome>>()
  return (call, run) => {
    const { caller, idempotencyKey, input, operation } = call
    if (!operation.idempotency || idempotencyKey === undefined) return run()
    const name = JSON.stringify([caller.tenantId, caller.credentialId, idempotencyKey, hashOf(operation, input).toString('base64')])
    const first = underWay.get(name)
    if (first) {
      call.releaseBody()
      return first.then(asReplay)
    }
    const started = run().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}
