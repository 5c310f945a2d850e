import { createDatabase, type TestDatabase } from '@facet/testkit/postgres'
import { createClient } from '#db'
import { removeDataFolder } from './data-folder.ts'
import { serviceUser } from './database.ts'

export type EmptyDatabase = Pick<TestDatabase, 'serviceUrl' | 'query' | 'drop'> & { url: string }

/** A database without our schema, for what happens before and during the first migration. It is read as the server reads. */
export const createEmptyDatabase = async (serverUrl: string): Promise<EmptyDatabase> => {
  const { adminUrl: url, serviceUrl, drop } = await createDatabase(serverUrl, { serviceUser, onDrop: removeDataFolder })
  const client = createClient(url)
  await client.connect()
  return {
    url,
    serviceUrl,
    query: async <Row extends object>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    drop: async () => {
      await client.end()
      await drop()
    },
  }
}
