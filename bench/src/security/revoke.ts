import type { Cut } from '../harness/postgres-forwarder.ts'
import type { Finding, Trial } from '../trial.ts'
import { createFleet, type Fleet } from './revoke/fleet.ts'
import { cutAndHeal, isSafe, type Partition } from './revoke/partition.ts'
import { isWithin, revokeInRounds, type Rounds } from './revoke/rounds.ts'
import { createTokens, type Tokens } from './revoke/tokens.ts'

const heard = { p99Ms: 1000, lastAcceptedMs: 2000 }
const unheard = { p99Ms: 2000, lastAcceptedMs: 2000 }

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
  return {
    isPassed:
      [keys, accounts, users, ...heardTokens.all].every((rounds) => isWithin(rounds, heard)) &&
      [deaf, ...unheardTokens.all].every((rounds) => isWithin(rounds, unheard)) &&
      listeners === fleet.processes.length &&
      // Without these two the second half would be a repetition of the first.
      droppedBytes > 0 &&
      deaf.acceptedMeanwhile > 0 &&
      partitions.every(isSafe) &&
      acceptedAtTheEnd === 0,
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
    },
  }
}

export const revoke: Trial = {
  name: 'revoke',
  summary:
    'a key or embed token that was taken away is refused by three warm processes within 1 s, within 2 s when notifications or all packets are dropped',
  run: async ({ quick, say }) => {
    const fleet = await createFleet()
    try {
      return await run(fleet, quick, say)
    } finally {
      await fleet.close()
    }
  },
}
