import { hash } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, createAdmission, createCredentials, type GuardedCache, type Revocations, watchRevocations } from '#access'
import { createFunctionCalls, type FunctionCalls } from '#db'
import { fillTenant, openRelay, type Relay, useDatabase } from '#test'

const pollStatement = 'revocation-epoch'

const database = useDatabase()
let direct: FunctionCalls
let relay: Relay
let tenantId: number
let made: string[]
let pollsHeldBack: Promise<void> | undefined
let letPollsGo = (): void => undefined
let answersHeldBack: Promise<void> | undefined
let pollsAnswered: number

beforeAll(async () => {
  tenantId = await fillTenant(database.query, 'own')
})
beforeEach(async () => {
  relay = await openRelay(database.serviceUrl)
  direct = createFunctionCalls(database.serviceUrl)
  made = []
  pollsAnswered = 0
  answersHeldBack = undefined
})
afterEach(async () => {
  letPollsGo()
  pollsHeldBack = undefined
  await direct.close()
})

/** Counts the calls, and can hold the polls back. */
const counted = (through: FunctionCalls): FunctionCalls => ({
  close: through.close,
  call: async (name, text, values) => {
    made.push(name)
    if (name !== pollStatement) return through.call(name, text, values)
    await pollsHeldBack
    const rows = await through.call<never>(name, text, values)
    pollsAnswered++
    await answersHeldBack
    return rows
  },
})

const holdPolls = (): void => {
  pollsHeldBack = new Promise((resolve) => {
    letPollsGo = resolve
  })
}

type Watched = {
  revocations: Revocations
  credentials: GuardedCache<Caller>
  problems: unknown[]
  /** What was dropped, in order: a notification names its tenant, a poll knows only that something changed. */
  dropped: (number | null)[]
}

const watching = async (listenUrl: string, through: FunctionCalls, work: (watched: Watched) => Promise<void>): Promise<void> => {
  const problems: unknown[] = []
  const calls = counted(through)
  const revocations = await watchRevocations(listenUrl, calls, (error) => void problems.push(error))
  const dropped: (number | null)[] = []
  revocations.onDrop((tenant) => void dropped.push(tenant))
  try {
    await work({
      revocations,
      credentials: createCredentials(
        calls,
        revocations,
        createAdmission(1000, () => 1),
      ),
      problems,
      dropped,
    })
  } finally {
    await relay.close()
    await revocations.stop()
  }
}

const giveKey = async (secret: string): Promise<string> => {
  await database.query(
    "insert into api_keys (tenant_id, principal_id, name, secret_hash, hint) select tenant_id, id, $2::text, sha256(convert_to($2::text, 'UTF8')), '' from principals where tenant_id = $1",
    [tenantId, secret],
  )
  return hash('sha256', secret, 'base64')
}
const deleteKey = (secret: string) => database.query('delete from api_keys where tenant_id = $1 and name = $2', [tenantId, secret])
const lookups = (): number => made.filter((name) => name === 'find-credential').length
const polls = (): number => made.filter((name) => name === pollStatement).length
const listeners = () =>
  database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and usename = 'facet' and query in ('listen facet_revocation', 'select 1')",
  )

/** Deletes the key of a warm entry and waits until the cache believes it no more. */
const untilRefused = async (credentials: GuardedCache<Caller>, secret: string): Promise<void> => {
  const key = await giveKey(secret)
  expect(await credentials.find(tenantId, key)).toMatchObject({ tenantId })
  expect(credentials.find(tenantId, key)).not.toBeInstanceOf(Promise)
  await deleteKey(secret)
  await expect.poll(() => credentials.find(tenantId, key), { interval: 5, timeout: 30_000 }).toBeUndefined()
}

describe('a warm credential', () => {
  it('ends with the notification, before any poll', async () => {
    await watching(database.serviceUrl, direct, async ({ credentials, dropped }) => {
      holdPolls()
      await untilRefused(credentials, 'notified')
      expect(dropped).toEqual([tenantId])
    })
  })

  it('ends with the next poll when notifications are lost on a line that looks alive', async () => {
    await watching(relay.url, direct, async ({ credentials, dropped, revocations }) => {
      relay.lose()
      await untilRefused(credentials, 'polled')
      expect(dropped).toEqual([null])
      const before = polls()
      await expect.poll(polls, { timeout: 30_000 }).toBe(before + 2)
      expect(revocations.isTrusted()).toBe(true)
    })
  })

  it('is not taken for one of a restored database when a notice overtakes the poll', async () => {
    await watching(database.serviceUrl, direct, async ({ dropped, revocations }) => {
      let letAnswersGo = (): void => undefined
      answersHeldBack = new Promise((resolve) => {
        letAnswersGo = resolve
      })
      pollsAnswered = 0
      await expect.poll(() => pollsAnswered, { timeout: 30_000 }).toBe(1)
      await giveKey('overtaken')
      await deleteKey('overtaken')
      await expect.poll(() => dropped, { timeout: 30_000 }).toEqual([tenantId])
      const epoch = revocations.epoch()

      letAnswersGo()

      await expect.poll(() => pollsAnswered, { timeout: 30_000 }).toBe(3)
      expect(dropped).toEqual([tenantId])
      expect(revocations.epoch()).toBe(epoch)
    })
  })

  it('ends with the next notification, whatever that is about, when one before it was lost', async () => {
    await watching(relay.url, direct, async ({ dropped, problems }) => {
      for (const secret of ['lost', 'heard']) await giveKey(secret)
      const lines = new Set((await listeners()).map(({ pid }) => pid))
      holdPolls()
      const before = polls()
      await expect.poll(polls, { timeout: 30_000 }).toBe(before + 1)
      relay.lose()
      await deleteKey('lost')
      await expect.poll(() => problems.length, { timeout: 30_000 }).toBeGreaterThan(0)
      relay.heal()
      await expect.poll(async () => (await listeners()).some(({ pid }) => !lines.has(pid)), { timeout: 30_000 }).toBe(true)

      await deleteKey('heard')

      await expect.poll(() => dropped, { timeout: 30_000 }).toEqual([null])
    })
  })

  it('ends when the database was brought back to an earlier state, and the notifications of that one are followed', async () => {
    await database.query('update revocation_epoch set epoch = epoch + 10')
    await watching(database.serviceUrl, direct, async ({ dropped, revocations }) => {
      await giveKey('of the earlier state')
      const epoch = revocations.epoch()

      await database.query('update revocation_epoch set epoch = epoch - 10')
      await expect.poll(() => dropped, { timeout: 30_000 }).toEqual([null])
      expect(revocations.epoch()).toBe(epoch - 10)

      await deleteKey('of the earlier state')
      await expect.poll(() => revocations.epoch(), { timeout: 30_000 }).toBe(epoch - 9)
    })
  })

  it('is asked for each time while neither notifications nor polls come, and trusted again when they do', async () => {
    await watching(relay.url, direct, async ({ credentials, revocations }) => {
      const key = await giveKey('untrusted')
      await credentials.find(tenantId, key)
      relay.lose()
      holdPolls()
      expect(revocations.isTrusted()).toBe(true)
      await expect.poll(() => revocations.isTrusted(), { timeout: 30_000 }).toBe(false)

      const before = lookups()
      expect([await credentials.find(tenantId, key), await credentials.find(tenantId, key)]).toMatchObject([{ tenantId }, { tenantId }])
      expect(lookups()).toBe(before + 2)
      await deleteKey('untrusted')
      expect(await credentials.find(tenantId, key)).toBeUndefined()

      letPollsGo()
      await expect.poll(() => revocations.isTrusted(), { timeout: 30_000 }).toBe(true)
    })
  })
})

describe('the line for notifications', () => {
  it('is opened anew after its connection was ended', async () => {
    await watching(database.serviceUrl, direct, async ({ credentials, dropped, problems }) => {
      const [first] = await listeners()
      await database.query('select pg_terminate_backend($1, 5000)', [first?.pid])
      await expect.poll(async () => (await listeners()).map(({ pid }) => pid), { timeout: 30_000 }).not.toEqual([first?.pid])
      await expect.poll(async () => (await listeners()).length, { timeout: 30_000 }).toBe(1)

      holdPolls()
      await untilRefused(credentials, 'listened again')
      expect(dropped).toEqual([tenantId])
      expect(problems.length).toBeLessThanOrEqual(1)
    })
  })

  it('is opened anew after the network swallowed what was on it', async () => {
    await watching(relay.url, direct, async ({ credentials, dropped, problems }) => {
      const lost = new Set((await listeners()).map(({ pid }) => pid))
      relay.lose()
      await expect.poll(() => problems.length, { timeout: 30_000 }).toBeGreaterThan(0)
      relay.heal()
      await expect.poll(async () => relay.open(), { timeout: 30_000 }).toBe(1)
      // The database knows nothing of the loss: the line that is lost may still be among them.
      await expect.poll(async () => (await listeners()).some(({ pid }) => !lost.has(pid)), { timeout: 30_000 }).toBe(true)

      holdPolls()
      await untilRefused(credentials, 'heard again')
      expect(dropped).toEqual([tenantId])
    })
  })

  it('leaves no connection behind when it is stopped', async () => {
    await watching(database.serviceUrl, direct, async () => expect(await listeners()).toHaveLength(1))

    await expect.poll(listeners, { timeout: 30_000 }).toEqual([])
  })
})
