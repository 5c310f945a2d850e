import type { Answer } from '../../../harness/caller.ts'
import { eachOf } from '../../../harness/each-of.ts'
import { type Embedding, placeOf } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { endKeysIn, makeOwnKey } from './own-key.ts'

/** Responses at this distance from the end of a credential, by the database clock. */
export type Boundary = { accepted: number; refused: number; other: number; inconclusive: number }
export type Boundaries = { justBefore: Boundary; justAfter: Boundary; waitedOut: Boundary }

const edgeMs = 1000
// A slow machine would refuse some of more.
const madeAtOnce = 8
const none = (): Boundary => ({ accepted: 0, refused: 0, other: 0, inconclusive: 0 })

const count = (into: Boundary, answers: Answer[], refusal: string): void => {
  for (const { status, code } of answers)
    if (status === 200) into.accepted++
    else if (status === 401 && code === refusal) into.refused++
    else into.other++
}

type Subject = {
  refusal: string
  make: () => Promise<{ id: number; ask: () => Promise<Answer> }>
  /** Sets the end of these relative to now, by the database clock. */
  endIn: (ids: number[], ms: number) => Promise<unknown>
}

/** Uses credentials one second before their end, one second after it, and after waiting past it. */
export const atBoundaries = async ({ refusal, make, endIn }: Subject, count_: number): Promise<Boundaries> => {
  const found: Boundaries = { justBefore: none(), justAfter: none(), waitedOut: none() }
  const many = (): Promise<Awaited<ReturnType<typeof make>>[]> => eachOf(Array.from({ length: count_ }), madeAtOnce, make)
  const [before, after, later] = [await many(), await many(), await many()]
  const idsOf = (all: typeof before): number[] => all.map(({ id }) => id)

  await endIn(idsOf(after), -edgeMs)
  count(found.justAfter, await Promise.all(after.map(({ ask }) => ask())), refusal)

  const startedMs = performance.now()
  await endIn([...idsOf(before), ...idsOf(later)], edgeMs)
  const answers = await Promise.all(before.map(async ({ ask }) => ({ answer: await ask(), tookMs: performance.now() - startedMs })))
  // A response after the end is inconclusive.
  const inTime = answers.filter(({ tookMs }) => tookMs < edgeMs).map(({ answer }) => answer)
  count(found.justBefore, inTime, refusal)
  found.justBefore.inconclusive += answers.length - inTime.length
  await pause(Math.max(0, 2 * edgeMs - (performance.now() - startedMs)))
  count(found.waitedOut, await Promise.all(later.map(({ ask }) => ask())), refusal)
  return found
}

export const sessionSubject = (installation: Installation, embedding: Embedding, process: FacetProcess): Subject => ({
  refusal: 'session_expired',
  make: async () => {
    const sessionId = await embedding.session(process)
    return { ...placeOf(sessionId), ask: () => embedding.exchange(process, sessionId) }
  },
  endIn: (ids, ms) =>
    installation.sql(
      `update embed_sessions set expires_at = clock_timestamp() + $2 * interval '1 ms', created_at = clock_timestamp() + $2 * interval '1 ms' - interval '5 minutes'
       where id = any ($1::bigint[])`,
      [ids, ms],
    ),
})

/** Tokens that no process has cached. Their end moves with the key that minted them. */
export const tokenSubject = (installation: Installation, embedding: Embedding, process: FacetProcess): Subject => ({
  refusal: 'embed_token_expired',
  make: async () => {
    const { id, secret } = await makeOwnKey(installation, embedding.tenant)
    const token = await embedding.token(process, {}, secret)
    return { id, ask: () => embedding.use(process, token) }
  },
  endIn: (ids, ms) => endKeysIn(installation, ids, ms),
})

export const isExact = ({ justBefore, justAfter, waitedOut }: Boundaries): boolean =>
  justBefore.accepted > 0 &&
  justBefore.refused + justBefore.other === 0 &&
  justAfter.refused > 0 &&
  justAfter.accepted + justAfter.other === 0 &&
  waitedOut.refused > 0 &&
  waitedOut.accepted + waitedOut.other === 0
