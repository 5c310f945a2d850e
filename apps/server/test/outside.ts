import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished, vi } from 'vitest'
import type { Services } from '#context'
import type { TestDatabase } from './database.ts'

/** One wait for something that is not the database, and how many transactions stood open and idle meanwhile. */
export type OutsideWait = { what: string; idleTransactions: number }

/** Counts now, and says what was waited for. */
export type Look = (what: string) => Promise<void>

const idle = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and usename = 'facet' and state like 'idle in transaction%'`

export const idleTransactions = async (database: TestDatabase): Promise<number> =>
  (await database.query<{ count: number }>(idle))[0]?.count ?? 0

const maxLooks = 40

/** Those that stay: whatever does not wait for what is held here goes on meanwhile, and its transactions end. */
const stayingTransactions = async (database: TestDatabase): Promise<number> => {
  let found = await idleTransactions(database)
  for (let look = 0; found > 0 && look < maxLooks; look++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    found = await idleTransactions(database)
  }
  return found
}

/**
 * Makes the outside slow until the end of the test: each call of the object store and each program that is started stands still
 * while it is counted how many connections are idle in a transaction.
 */
export const watchOutside = (database: TestDatabase, { objects }: Services): { waits: OutsideWait[]; look: Look } => {
  const waits: OutsideWait[] = []
  const look: Look = async (what) => void waits.push({ what, idleTransactions: await stayingTransactions(database) })

  for (const method of ['put', 'get', 'getToFile', 'remove'] as const) {
    const original = objects[method] as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(objects, method).mockImplementation((async (...args: unknown[]) => {
      await look(`store ${method}`)
      return original(...args)
    }) as never)
  }
  const stream = objects.stream
  vi.spyOn(objects, 'stream').mockImplementation(async function* (...args) {
    await look('store stream')
    yield* stream(...args)
  })

  const slowDown = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGSTOP')
    try {
      await look(child.spawnargs.find((arg) => /^[a-z][a-z-]+$/.test(arg)) ?? child.spawnfile)
    } finally {
      child.kill('SIGCONT')
    }
  }
  const onChild = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => void slowDown(child))
  }
  subscribe('child_process', onChild)
  onTestFinished(() => {
    unsubscribe('child_process', onChild)
    vi.restoreAllMocks()
  })
  return { waits, look }
}

/** The store keeps the next object it is given waiting until `release`; `isHeld` resolves when it does. */
export const holdStore = ({ objects }: Services): { isHeld: Promise<null>; release: () => void } => {
  const put = objects.put
  const [arrival, end] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const spy = vi.spyOn(objects, 'put').mockImplementationOnce(async (...args) => {
    arrival.resolve(null)
    await end.promise
    return put(...args)
  })
  onTestFinished(() => {
    end.resolve(null)
    spy.mockRestore()
  })
  return { isHeld: arrival.promise, release: () => end.resolve(null) }
}

/** A file that its sender holds back: the outside of an operation that waits for what it is sent. */
export class SlowFile extends File {
  readonly #look: Look

  constructor(content: Uint8Array<ArrayBuffer>, look: Look) {
    super([content], 'file')
    this.#look = look
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const look = this.#look
    const holding = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: async (chunk, controller) => {
        await look(`${chunk.length} bytes that are sent`)
        controller.enqueue(chunk)
      },
    })
    return super.stream().pipeThrough(holding)
  }
}
