import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest'
import { createPool, createPooledCalls, type FunctionCalls, inTransaction, type Pool } from '#db'
import { defineEvent } from '#kernel/event'
import { createConsumer, type EventHandler, publish } from '#outbox'
import { cloneDatabase, type TestDatabase } from './database.ts'

/** The one kind of event that these tests know. */
export const happened = defineEvent<{ subject: string; step: number }>('thing.happened', ({ subject }) => subject)

type Said = { level: string; message: string }
type ConsumerOptions = Pick<Parameters<typeof createConsumer>[0], 'pace'> & { isServed?: () => Promise<boolean> }
export type EventRow = { subject: string; attempts: number; isDead: boolean; last_error: string | null; seconds: number }

/** A database of the file's own with nothing in its outbox, for consumers without a server around them. */
export const useOutbox = () => {
  let database: TestDatabase
  let calls: FunctionCalls
  let pool: Pool
  beforeAll(async () => {
    database = await cloneDatabase(inject('postgresUrl'))
    calls = createPooledCalls(database.serviceUrl, 10)
    pool = createPool(database.serviceUrl, 2, () => undefined)
  })
  beforeEach(() => database.query('delete from tenants'))
  afterAll(async () => {
    await calls.close()
    await pool.end()
    await database.drop()
  })
  return {
    query: <Row extends object>(text: string, values?: unknown[]) => database.query<Row>(text, values),
    calls: () => calls,
    pool: () => pool,
    givenTenant: async (name = 'acme'): Promise<number> =>
      Number((await database.query<{ id: string }>('insert into tenants (name) values ($1) returning id', [name]))[0]?.id),
    tell: (tenantId: number, subject: string, ...steps: number[]) =>
      inTransaction(pool, tenantId, 'read write', async (db) => {
        for (const step of steps) await publish(db, { tenantId }, happened, { subject, step })
      }),
    letBeDue: () => database.query('update outbox_events set due_at = now()'),
    rows: () =>
      database.query<EventRow>(
        `select subject, attempts, dead_at is not null as "isDead", last_error, round(extract(epoch from due_at - now()))::int as seconds
         from outbox_events order by id`,
      ),
    /** A consumer of the events that are told here, and what it said. */
    consumerOf: (react: EventHandler, { isServed = async () => true, pace = {} }: ConsumerOptions = {}) => {
      const said: Said[] = []
      const say = (level: string) => (_: object, message: string) => void said.push({ level, message })
      const log = { warn: say('warn'), error: say('error') } as unknown as Parameters<typeof createConsumer>[0]['log']
      const stopping = new AbortController()
      const turn = createConsumer({ calls, log, handlers: new Map([[happened.kind, react]]), isServed, pace: { pollMs: 20, ...pace } })
      onTestFinished(() => stopping.abort())
      return { turn: () => turn(stopping.signal), stop: () => stopping.abort(), said }
    },
  }
}

export const payloadOf = (payload: unknown) => payload as { subject: string; step: number }

/** Handles what comes, and writes down in which order it came. */
export const recorder = () => {
  const seen: string[] = []
  const react: EventHandler = async ({ payload }) => {
    const { subject, step } = payloadOf(payload)
    seen.push(`${subject} ${step}`)
  }
  return { seen, react }
}
