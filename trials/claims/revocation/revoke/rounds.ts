import { pause, rounded } from '../../../harness/numbers.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import type { Fleet } from './fleet.ts'

/** What one way of revoking came to, over all rounds and processes. */
export type Rounds = {
  rounds: number
  samples: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** How long after the revocation was answered the last request that was still accepted had been sent. */
  lastAcceptedMs: number
  /** Accepted between the revocation and the first refusal: shows that there was something to refuse. */
  acceptedMeanwhile: number
  acceptedAfterRefusal: number
  neverRefused: number
  otherAnswers: number
  warm: { requests: number; lookups: number }
}

/** How a credential is made and taken away. */
export type Way<K extends Warm> = { make: () => Promise<K>; revoke: (key: K, round: number) => Promise<unknown> }

export type Limits = { p99Ms: number; lastAcceptedMs: number }

/** A credential, and where to ask with it when it is not good for the usual address. */
export type Warm = { secret: string; path?: string }

const patienceMs = 6000
// Often enough to see a moment, and seldom enough that what is measured is not the asking.
const betweenMs = 4
// Long enough that another poll and any late notice have come.
const afterwardsMs = 250

/** When it was asked for, and when the caller was told that it is done: from then on it counts. */
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

/** Asks one process again and again until well after its first refusal. */
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

/** A key is made, warmed everywhere and revoked under constant use, as often as asked. */
export const revokeInRounds = async <K extends Warm>(
  fleet: Fleet,
  count: number,
  how: Way<K>,
  /** Told of every credential that was revoked. */
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
    // Anywhere in the second between two polls.
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
      // Processes that hear of it before the caller does are not late.
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
  // A warm key is looked up once per process; ten times that would mean that nothing was cached.
  rounds.warm.lookups * 10 <= rounds.warm.requests
