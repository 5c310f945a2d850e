import { pause, rounded } from '../../../harness/numbers.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import type { Fleet } from './fleet.ts'

/** The delays of one way to revoke, over all rounds and processes. */
export type Rounds = {
  rounds: number
  samples: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** When the last accepted request was sent, after the revocation was confirmed. */
  lastAcceptedMs: number
  /** Requests accepted between the revocation and the first refusal. */
  acceptedMeanwhile: number
  acceptedAfterRefusal: number
  neverRefused: number
  otherAnswers: number
  warm: { requests: number; lookups: number }
}

/** Creates and revokes a credential. */
export type Way<K extends Warm> = { make: () => Promise<K>; revoke: (key: K, round: number) => Promise<unknown> }

export type Limits = { p99Ms: number; lastAcceptedMs: number }

/** A credential, and a path that it is valid for. */
export type Warm = { secret: string; path?: string }

const patienceMs = 6000
// Frequent enough for the limits, without loading the processes.
const betweenMs = 4
// Late enough for another notification.
const afterwardsMs = 250

/** When the revocation was sent and when it was confirmed. Delays count from the confirmation. */
type Revocation = { sentAtMs: number | null; doneAtMs: number | null }

type Watch = {
  refusedAtMs: number | null
  lastAcceptedAtMs: number
  acceptedMeanwhile: number
  acceptedAfterRefusal: number
  otherAnswers: number
}

const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Sends requests to one process until some time after its first refusal. */
const watch = async (fleet: Fleet, process: FacetProcess, { secret, path }: Warm, revocation: Revocation): Promise<Watch> => {
  const seen: Watch = { refusedAtMs: null, lastAcceptedAtMs: 0, acceptedMeanwhile: 0, acceptedAfterRefusal: 0, otherAnswers: 0 }
  for (;;) {
    const sentAtMs = performance.now()
    const { status } = await fleet.ask(process, secret, path)
    const nowMs = performance.now()
    if (status === 200) seen.lastAcceptedAtMs = sentAtMs
    if (status === 401) seen.refusedAtMs ??= nowMs
    else if (status !== 200) seen.otherAnswers++
    else if (seen.refusedAtMs !== null) seen.acceptedAfterRefusal++
    else if (revocation.sentAtMs !== null) seen.acceptedMeanwhile++
    const sinceMs = nowMs - (seen.refusedAtMs ?? revocation.doneAtMs ?? nowMs)
    if (sinceMs > (seen.refusedAtMs === null ? patienceMs : afterwardsMs)) return seen
    await pause(betweenMs)
  }
}

/** Creates a credential, warms every cache and revokes the credential under constant use, `count` times. */
export const revokeInRounds = async <K extends Warm>(
  fleet: Fleet,
  count: number,
  how: Way<K>,
  onRevoked: (secret: string) => void,
): Promise<Rounds> => {
  const delays: number[] = []
  const total = { acceptedMeanwhile: 0, acceptedAfterRefusal: 0, neverRefused: 0, otherAnswers: 0 }
  const warm = { requests: 0, lookups: 0 }
  let lastAcceptedMs = 0
  for (let round = 0; round < count; round++) {
    const key = await how.make()
    onRevoked(key.secret)
    const warmed = await fleet.warm(key.secret, key.path)
    warm.requests += warmed.requests
    warm.lookups += warmed.lookups
    const revocation: Revocation = { sentAtMs: null, doneAtMs: null }
    const watching = fleet.processes.map((process) => watch(fleet, process, key, revocation))
    // At varying times between two polls.
    await pause(20 + ((round * 379) % 1000))
    revocation.sentAtMs = performance.now()
    await how.revoke(key, round)
    const doneAtMs = performance.now()
    revocation.doneAtMs = doneAtMs
    for (const seen of await Promise.all(watching)) {
      total.acceptedMeanwhile += seen.acceptedMeanwhile
      total.acceptedAfterRefusal += seen.acceptedAfterRefusal
      total.otherAnswers += seen.otherAnswers
      lastAcceptedMs = Math.max(lastAcceptedMs, seen.lastAcceptedAtMs - doneAtMs)
      if (seen.refusedAtMs === null) total.neverRefused++
      // A process may refuse before the caller receives the confirmation.
      else delays.push(Math.max(0, seen.refusedAtMs - doneAtMs))
    }
  }
  return {
    rounds: count,
    samples: delays.length,
    p50Ms: rounded(quantile(delays, 0.5), 1),
    p99Ms: rounded(quantile(delays, 0.99), 1),
    maxMs: rounded(Math.max(...delays), 1),
    lastAcceptedMs: rounded(lastAcceptedMs, 1),
    ...total,
    warm,
  }
}

export const isWithin = (rounds: Rounds, limits: Limits): boolean =>
  rounds.p99Ms <= limits.p99Ms &&
  rounds.lastAcceptedMs <= limits.lastAcceptedMs &&
  rounds.acceptedAfterRefusal + rounds.neverRefused + rounds.otherAnswers === 0 &&
  // More look-ups would mean that credentials were not cached.
  rounds.warm.lookups * 10 <= rounds.warm.requests
