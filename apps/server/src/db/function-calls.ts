import { type Client, createClient } from './connection.ts'
import { asFailure } from './outage.ts'

export type FunctionCalls = {
  /** Runs one prepared statement that calls a function taking its tenant as an argument, or reads a table without tenants. */
  call: <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * One pipelined connection shared by all requests. Nothing here may depend on a setting of the session: a neighbour's
 * statement would see it.
 */
export const createFunctionCalls = (url: string): FunctionCalls => {
  let connecting: Promise<Client> | undefined

  const connect = async (): Promise<Client> => {
    const client = createClient(url, { pipeline: true })
    const forget = (): void => {
      if (connecting === mine) connecting = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    return client
  }
  let mine: Promise<Client> | undefined

  return {
    call: async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> => {
      try {
        if (!connecting) {
          mine = connect()
          connecting = mine
          mine.catch(() => {
            connecting = undefined
          })
        }
        const client = await connecting
        return (await client.query<Row>({ name, text, values })).rows
      } catch (error) {
        throw asFailure(error)
      }
    },
    close: async () => {
      const client = await connecting?.catch(() => undefined)
      connecting = undefined
      await client?.end()
    },
  }
}
