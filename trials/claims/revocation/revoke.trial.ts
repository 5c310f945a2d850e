import { createEmbedding } from '../../harness/embedding.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { rounded } from '../../harness/numbers.ts'
import type { Cut } from '../../harness/postgres-forwarder.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { installExchangeGate } from './revoke/exchange-gate.ts'
import { createFleet, type Fleet } from './revoke/fleet.ts'
import { endings } from './revoke/grounds.ts'
import { cutAndHeal, isSafe, type Partition } from './revoke/partition.ts'
import { plantMarks } from './revoke/planted.ts'
import { createRaces, type RaceFigures, type Races } from './revoke/races.ts'
import { isWithin } from './revoke/rounds.ts'
import { createRoundsTaker } from './revoke/take-rounds.ts'
import { createTokens } from './revoke/tokens.ts'

// Promised is a second. Notifications come within a tenth of it and the poll within all of it, so this tells one from the other.
const heard = { p99Ms: 400, lastAcceptedMs: 1000 }
const unheard = { p99Ms: 2000, lastAcceptedMs: 2000 }

/** Races every way to end a token against its creation and first use. The planted rounds repeat that with a faulty statement. */
const raceEnds = async (fleet: Fleet, { quick, plants, say }: TrialOptions): Promise<{ races: Races; planted?: RaceFigures }> => {
  const embedding = await createEmbedding(fleet.installation, fleet.processes[0] as FacetProcess, fleet.tenant)
  const gate = await installExchangeGate(fleet)
  try {
    const race = createRaces(fleet, embedding, gate)
    const races = await race(quick ? 500 : 10_000, say)
    if (!plants) return { races }
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

const run = async (fleet: Fleet, options: TrialOptions): Promise<Finding> => {
  const { quick, say } = options
  const { forwarder, installation } = fleet
  const { take, takeTokens, revoked } = createRoundsTaker(fleet, say)
  const deletedKey = {
    make: fleet.newKey,
    revoke: (key: { id: number }, round: number) => fleet.api(round).deleteApiKey({ params: { apiKeyId: key.id } }),
  }

  const listeners = forwarder.listeners()
  const keys = await take('keys deleted', quick ? 5 : 100, heard, deletedKey)
  const accounts = await take('accounts deleted', quick ? 3 : 10, heard, {
    make: fleet.newAccountKey,
    revoke: (key, round) => fleet.api(round).deleteServiceAccount({ params: { serviceAccountId: key.accountId } }),
  })
  const users = await take('users deactivated', quick ? 3 : 10, heard, {
    make: fleet.newUserKey,
    revoke: (key) => installation.sql('update principals set is_deactivated = true where id = $1', [key.userId]),
  })
  const tokens = await createTokens(fleet)
  const heardTokens = await takeTokens(tokens, quick ? 1 : 15, heard)

  const droppedBefore = forwarder.droppedBytes()
  forwarder.dropNotifications(true)
  const deaf = await take('keys deleted, notifications dropped', quick ? 5 : 40, unheard, deletedKey)
  const unheardTokens = await takeTokens(tokens, quick ? 1 : 8, unheard, ', notifications dropped')
  forwarder.dropNotifications(false)
  tokens.close()
  const droppedBytes = forwarder.droppedBytes() - droppedBefore
  const deafness = {
    isSeenOfKeys: !isWithin(deaf, heard),
    isSeenOfTokens: Object.values(unheardTokens).some((rounds) => !isWithin(rounds, heard)),
    // How far off: above 1 by as much as the poll is slower than what was promised of notifications.
    timesTooSlow: rounded(deaf.p99Ms / heard.p99Ms, 1),
  }

  const partitions: Partition[] = []
  for (const how of (quick ? ['lost'] : ['lost', 'held', 'lost', 'held']) satisfies Cut[]) {
    partitions.push(await cutAndHeal(fleet, how))
    say(`line cut: ${JSON.stringify(partitions.at(-1))}`)
  }
  const acceptedAtTheEnd = await countAccepted(fleet, revoked())
  const { races, planted } = await raceEnds(fleet, options)
  return {
    isPassed:
      [keys, accounts, users, ...Object.values(heardTokens)].every((rounds) => isWithin(rounds, heard)) &&
      [deaf, ...Object.values(unheardTokens)].every((rounds) => isWithin(rounds, unheard)) &&
      // A service that hears no notifications is told from one that does.
      deafness.isSeenOfKeys &&
      deafness.isSeenOfTokens &&
      listeners === fleet.processes.length &&
      // Without these two the second half would be a repetition of the first.
      droppedBytes > 0 &&
      deaf.acceptedMeanwhile > 0 &&
      partitions.every(isSafe) &&
      acceptedAtTheEnd === 0 &&
      isWon(races) &&
      (planted === undefined || planted.alive > 0),
    figures: {
      processes: fleet.processes.length,
      listeners,
      keysDeleted: keys,
      accountsDeleted: accounts,
      usersDeactivated: users,
      tokens: heardTokens,
      notificationsDropped: { ...deaf, droppedBytes },
      tokensUnheard: unheardTokens,
      deafness,
      partitions,
      revokedAskedAgain: revoked().length * fleet.processes.length,
      acceptedAtTheEnd,
      races,
      planted,
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'revoke',
  runsOn: 'landing',
  summary: 'revoked keys and embed tokens on three processes with warm caches, including races with token creation',
  claim: 'A revoked credential is rejected on every process within one second, or within two seconds when notifications are lost.',
  gate: 'p99 within 0.4 s, 2 s without notifications. No cached answer 2 s after losing the database. No token from a race works after 2 s.',
  onFailure:
    'p99 near 1 s: a cache misses notifications (`access/revocations.ts`). `races.alive`: a revocation misses a row that is being written; `byKind` names it.',
  needs: ['postgres'],
  short: { seconds: 80, pace: 'alone' },
  run: async (options) => {
    const fleet = await createFleet()
    try {
      return await run(fleet, options)
    } finally {
      await fleet.close()
    }
  },
}
