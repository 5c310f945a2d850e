import { createEmbedding } from '../../harness/embedding.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { rounded } from '../../harness/numbers.ts'
import type { Cut } from '../../harness/postgres-forwarder.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { installExchangeGate } from './revoke/exchange-gate.ts'
import { createFleet, type Fleet } from './revoke/fleet.ts'
import { cutAndHeal, isSafe, type Partition } from './revoke/partition.ts'
import { createRaces, type Races } from './revoke/races.ts'
import { isWithin } from './revoke/rounds.ts'
import { createRoundsTaker } from './revoke/take-rounds.ts'
import { createTokens } from './revoke/tokens.ts'

// The promise is 1 s. Notifications arrive within 0.1 s and the poll within 1 s, so this limit distinguishes them.
const heard = { p99Ms: 400, lastAcceptedMs: 1000 }
const unheard = { p99Ms: 2000, lastAcceptedMs: 2000 }

/** Races every way to end a token against its creation and first use. */
const raceEnds = async (fleet: Fleet, { quick, say }: TrialOptions): Promise<Races> => {
  const embedding = await createEmbedding(fleet.installation, fleet.processes[0] as FacetProcess, fleet.tenant)
  const gate = await installExchangeGate(fleet)
  try {
    return await createRaces(fleet, embedding, gate)(quick ? 500 : 10_000, say)
  } finally {
    await gate.end()
    embedding.close()
  }
}

const isWon = ({ total, otherAnswers }: Races): boolean =>
  total.alive === 0 &&
  Object.keys(otherAnswers).length === 0 &&
  // Most races must overlap and return a token, because only returned tokens can be wrongly alive.
  total.overlapping > 0.9 * total.races &&
  total.given > 0.5 * total.races

/** Uses every revoked credential once more on every process. Returns how many responses were not 401. */
const countAccepted = async (fleet: Fleet, secrets: string[]): Promise<number> => {
  let accepted = 0
  // One after another, because the rate limit of unknown credentials would refuse many at once unchecked.
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
    // How much slower the poll is than the limit for notifications.
    timesTooSlow: rounded(deaf.p99Ms / heard.p99Ms, 1),
  }

  const partitions: Partition[] = []
  for (const how of (quick ? ['lost'] : ['lost', 'held', 'lost', 'held']) satisfies Cut[]) {
    partitions.push(await cutAndHeal(fleet, how))
    say(`line cut: ${JSON.stringify(partitions.at(-1))}`)
  }
  const acceptedAtTheEnd = await countAccepted(fleet, revoked())
  const races = await raceEnds(fleet, options)
  return {
    isPassed:
      [keys, accounts, users, ...Object.values(heardTokens)].every((rounds) => isWithin(rounds, heard)) &&
      [deaf, ...Object.values(unheardTokens)].every((rounds) => isWithin(rounds, unheard)) &&
      // The limits must distinguish a service without notifications.
      deafness.isSeenOfKeys &&
      deafness.isSeenOfTokens &&
      listeners === fleet.processes.length &&
      // Notifications were really dropped.
      droppedBytes > 0 &&
      deaf.acceptedMeanwhile > 0 &&
      partitions.every(isSafe) &&
      acceptedAtTheEnd === 0 &&
      isWon(races),
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
