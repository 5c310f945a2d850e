import type { Answer } from '../caller.ts'
import type { Embedding } from '../embedding.ts'
import type { FacetProcess } from '../installation.ts'
import { pause } from '../numbers.ts'
import type { Refused } from './writers.ts'

/** A confirmed session. `token`: its exchange was confirmed. `isTried`: an exchange was sent. */
export type Minted = { sessionId: string; isTried: boolean; token: string | null }

export type Minters = { minted: Minted[]; refused: Refused[]; slowestMs: () => number; stop: () => Promise<void> }

// Pause before a retry.
const retryPauseMs = 40
// New and known users, below the limit of a tenant.
const usersEach = 500

/** Clients that mint, and exchange every other session at once. */
export const startMinters = (count: number, embedding: Embedding, server: () => FacetProcess): Minters => {
  const minted: Minted[] = []
  const refused: Refused[] = []
  const stopping = new AbortController()
  let slowest = 0

  const isDone = async (operation: string, startedMs: number, { status, code, retryAfter, tookMs }: Answer): Promise<boolean> => {
    slowest = Math.max(slowest, tookMs)
    if (status === 200) return true
    refused.push({ startedMs, endedMs: performance.now(), operation, status, code, hasRetryAfter: retryAfter !== null })
    await pause(retryPauseMs)
    return false
  }

  const work = async (place: number): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const startedMs = performance.now()
      const answer = await embedding.mint(server(), { externalId: `minter-${place}-${turn % usersEach}` })
      if (!(await isDone('generateSession', startedMs, answer))) continue
      const entry: Minted = { sessionId: String(answer.body['sessionId']), isTried: false, token: null }
      minted.push(entry)
      if (turn % 2 === 0) continue
      entry.isTried = true
      const exchangedMs = performance.now()
      const exchanged = await embedding.exchange(server(), entry.sessionId)
      if (await isDone('exchangeSession', exchangedMs, exchanged)) entry.token = String(exchanged.body['token'])
    }
  }

  const running = Array.from({ length: count }, (_, place) => work(place))
  return {
    minted,
    refused,
    slowestMs: () => slowest,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
