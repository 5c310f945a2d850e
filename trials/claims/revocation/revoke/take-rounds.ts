import { againIfHeldUp } from '../../../harness/machine.ts'
import type { Fleet } from './fleet.ts'
import { isWithin, type Limits, revokeInRounds, type Rounds, type Warm, type Way } from './rounds.ts'
import type { Tokens } from './tokens.ts'

/** Runs rounds of revocations. Repeats rounds that missed their limits while the machine was paused. */
export type RoundsTaker = {
  take: <K extends Warm>(name: string, count: number, limits: Limits, way: Way<K>) => Promise<Rounds>
  /** Runs rounds for each way to revoke a token. */
  takeTokens: (tokens: Tokens, count: number, limits: Limits, about?: string) => Promise<Record<string, Rounds>>
  /** All credentials revoked so far. */
  revoked: () => string[]
}

export const createRoundsTaker = (fleet: Fleet, say: (line: string) => void): RoundsTaker => {
  const revoked: string[] = []
  const take: RoundsTaker['take'] = async (name, count, limits, way) => {
    const attempt = (): Promise<Rounds> => revokeInRounds(fleet, count, way, (secret) => revoked.push(secret))
    const rounds = await againIfHeldUp(attempt, (found) => isWithin(found, limits), say)
    say(`${name}: ${JSON.stringify(rounds)}`)
    return rounds
  }
  return {
    take,
    takeTokens: async (tokens, count, limits, about = '') => {
      const taken: Record<string, Rounds> = {}
      for (const { name, revoke } of tokens.ways) taken[name] = await take(`${name}${about}`, count, limits, { make: tokens.make, revoke })
      return taken
    },
    revoked: () => revoked,
  }
}
