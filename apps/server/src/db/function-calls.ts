import { type Client, createClient, createPool, type Patience } from './connection.ts'
import { asFailure, isPartitionAttached } from './outage.ts'

export type FunctionCalls = {
  /** Runs one prepared statement that calls a function taking its tenant as an argument, or reads a table without tenants. */
  call: <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** A statement here is a transaction of its own, so one that met a partition being attached has done nothing and is run again. */
const runAgainIfAttached = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run().catch((error: unknown) => {
      if (!isPartitionAttached(error)) throw error
      return run()
    })
  } catch (error) {
    throw asFailure(error)
  }
}

/**
 * One pipelined connection shared by all requests. Nothing here may depend on a setting of the session: a neighbour's
 * statement would see it.
 */
export const createFunctionCalls = (url: string, patience?: Patience): FunctionCalls => {
  let current: Promise<Client> | undefined
  let isClosed = false

  const connect = (): Promise<Client> => {
    const client = createClient(url, { pipeline: true }, patience)
    const connecting = client.connect().then(() => client)
    // A lost connection may say so more than once, and by then another can stand in its place.
    const forget = (): void => {
      if (current === connecting) current = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connecting.catch(forget)
    return connecting
  }

  return {
    call: <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
      runAgainIfAttached(async () => {
        if (isClosed) throw new Error('The client was closed: its process is stopping.')
        current ??= connect()
        const client = await current
        return (await client.query<Row>({ name, text, values })).rows
      }),
    close: async () => {
      isClosed = true
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}

/** Calls of which each has a connection to itself, for those that may wait; unused ones are closed. */
export const createPooledCalls = (url: string, size: number): FunctionCalls => {
  // A connection lost while idle is no news to anybody: the next call makes another.
  const pool = createPool(url, size, () => undefined)
  return {
    call: <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
      runAgainIfAttached(async () => (await pool.query<Row>({ name, text, values })).rows),
    close: () => pool.end(),
  }
}
