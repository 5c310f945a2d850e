import { createEmbedding } from '../harness/embedding.ts'
import type { FacetProcess } from '../harness/installation.ts'
import type { Cut } from '../harness/postgres-forwarder.ts'
import type { Finding, Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { installExchangeGate } from './revoke/exchange-gate.ts'
import { createFleet, type Fleet } from './revoke/fleet.ts'
import { endings } from './revoke/grounds.ts'
import { cutAndHeal, isSafe, type Partition } from './revoke/partition.ts'
import { plantMarks } from './revoke/planted.ts'
import { createRaces, type RaceFigures, type Races } from './revoke/races.ts'
import { isWithin, revokeInRounds, type Rounds } from './revoke/rounds.ts'
import { createTokens, type Tokens } from './revoke/tokens.ts'

const heard = { p99Ms: 1000, lastAcceptedMs: 2000 }
const unheard = { p99Ms: 2000, lastAcceptedMs: 2000 }

/** Everything that ends a token, while the token is being given or first used; then the same with the old statement put back. */
const raceEnds = async (fleet: Fleet, quick: boolean, say: (line: string) => void): Promise<{ races: Races; planted: RaceFigures }> => {
  const embedding = await createEmbedding(fleet.installation, fleet.processes[0] as FacetProcess, fleet.tenant)
  const gate = await installExchangeGate(fleet)
  try {
    const race = createRaces(fleet, embedding, gate)
    const races = await race(quick ? 500 : 10_000, say)
    await plantMarks(fleet)
    const { total: planted } = await race(12, say, {
      of: endings.filter(({ name }) => name === 'session revoked'),
      inFlight: ['exchange', 'renewal'],
    })
    return { races, planted }
  } finally {
    await gate.end()
    embedding.close()
  }
}

const isWon = ({ total, otherAnswers }: Races): boolean =>
  total.alive === 0 &&
  Object.keys(otherAnswers).length === 0 &&
  // Nearly all must have been races, and most of them must have given a token: it is those that are to be worth nothing.
  total.overlapping > 0.9 * total.races &&
  total.given > 0.5 * total.races

/** Every key that was ever revoked, on every process, once more. */
const countAccepted = async (fleet: Fleet, secrets: string[]): Promise<number> => {
  let accepted = 0
  // One after another: too many unknown keys at once are turned away unread, which would prove nothing.
  for (const secret of secrets) {
    const answers = await Promise.all(fleet.processes.map((process) => fleet.ask(process, secret)))
    accepted += answers.filter(({ status }) => status !== 401).length
  }
  return accepted
}

type Told = Record<string, Omit<Rounds, 'secrets'>>
type Tell = (name: string, rounds: Rounds) => Omit<Rounds, 'secrets'>

/** Everything a live token can lose, each in rounds of its own. */
const revokeTokens = async (fleet: Fleet, tokens: Tokens, count: number, about: string, tell: Tell) => {
  const all: Rounds[] = []
  const told: Told = {}
  for (const { name, revoke } of tokens.ways) {
    const rounds = await revokeInRounds(fleet, count, { make: tokens.make, revoke })
    all.push(rounds)
    told[name] = tell(`${name}${about}`, rounds)
  }
  return { all, told }
}

const run = async (fleet: Fleet, quick: boolean, say: (line: string) => void): Promise<Finding> => {
  const { forwarder, installation } = fleet
  const secrets: string[] = []
  const tell = (name: string, { secrets: used, ...rounds }: Rounds): Omit<Rounds, 'secrets'> => {
    secrets.push(...used)
    say(`${name}: ${JSON.stringify(rounds)}`)
    return rounds
  }
  const deletedKey = {
    make: fleet.newKey,
    revoke: (key: { id: number }, round: number) => fleet.api(round).deleteApiKey({ params: { apiKeyId: key.id } }),
  }

  const listeners = forwarder.listeners()
  const keys = await revokeInRounds(fleet, quick ? 5 : 100, deletedKey)
  const keysTold = tell('keys deleted', keys)
  const accounts = await revokeInRounds(fleet, quick ? 3 : 10, {
    make: fleet.newAccountKey,
    revoke: (key, round) => fleet.api(round).deleteServiceAccount({ params: { serviceAccountId: key.accountId } }),
  })
  const accountsTold = tell('accounts deleted', accounts)
  const users = await revokeInRounds(fleet, quick ? 3 : 10, {
    make: fleet.newUserKey,
    revoke: (key) => installation.sql('update principals set is_deactivated = true where id = $1', [key.userId]),
  })
  const usersTold = tell('users deactivated', users)

  const tokens = await createTokens(fleet)
  const heardTokens = await revokeTokens(fleet, tokens, quick ? 1 : 15, '', tell)

  const droppedBefore = forwarder.droppedBytes()
  forwarder.dropNotifications(true)
  const deaf = await revokeInRounds(fleet, quick ? 3 : 40, deletedKey)
  const unheardTokens = await revokeTokens(fleet, tokens, quick ? 1 : 8, ', notifications dropped', tell)
  forwarder.dropNotifications(false)
  tokens.close()
  const droppedBytes = forwarder.droppedBytes() - droppedBefore
  const deafTold = tell('keys deleted, notifications dropped', deaf)

  const partitions: Partition[] = []
  for (const how of (quick ? ['lost'] : ['lost', 'held', 'lost', 'held']) satisfies Cut[]) {
    partitions.push(await cutAndHeal(fleet, how))
    say(`line cut: ${JSON.stringify(partitions.at(-1))}`)
  }
  const acceptedAtTheEnd = await countAccepted(fleet, secrets)
  const { races, planted } = await raceEnds(fleet, quick, say)
  return {
    isPassed:
      [keys, accounts, users, ...heardTokens.all].every((rounds) => isWithin(rounds, heard)) &&
      [deaf, ...unheardTokens.all].every((rounds) => isWithin(rounds, unheard)) &&
      listeners === fleet.processes.length &&
      // Without these two the second half would be a repetition of the first.
      droppedBytes > 0 &&
      deaf.acceptedMeanwhile > 0 &&
      partitions.every(isSafe) &&
      acceptedAtTheEnd === 0 &&
      isWon(races) &&
      planted.alive > 0,
    figures: {
      processes: fleet.processes.length,
      listeners,
      keysDeleted: keysTold,
      accountsDeleted: accountsTold,
      usersDeactivated: usersTold,
      tokens: heardTokens.told,
      notificationsDropped: { ...deafTold, droppedBytes },
      tokensUnheard: unheardTokens.told,
      partitions,
      revokedAskedAgain: secrets.length * fleet.processes.length,
      acceptedAtTheEnd,
      races,
      planted,
    },
  }
}

export const revoke: Trial = {
  name: 'revoke',
  summary:
    'a key or embed token that was taken away is refused by three warm processes within 1 s, within 2 s when notifications or all packets are dropped; no token outlives an end that came while it was given',
  watches: [...watched.requests, ...watched.embedding, ...watched.identity],
  needs: ['postgres'],
  short: { seconds: 53, pace: 'alone' },
  run: async ({ quick, say }) => {
    const fleet = await createFleet()
    try {
      return await run(fleet, quick, say)
    } finally {
      await fleet.close()
    }
  },
}
