import { afterAll, beforeAll, inject } from 'vitest'
import { addressOf, createDatabase, runStatements, type TestDatabase } from '@facet/testkit/postgres'
import { removeDataFolder } from './data-folder.ts'
import { migratedDatabase, serviceUser } from './migrated-postgres.ts'
import { trailGuard } from './trail-guard.ts'

export { serviceUser, type TestDatabase }

const template = 'facet_template'
const options = { serviceUser, onDrop: removeDataFolder }

export const makeTemplate = async (serverUrl: string): Promise<void> => {
  await runStatements(serverUrl, `alter database ${migratedDatabase} rename to ${template}`)
  await runStatements(addressOf(serverUrl, 'postgres', template), ...trailGuard)
}

/** A database of its own, a copy of the migrated template. */
export const cloneDatabase = (serverUrl: string): Promise<TestDatabase> => createDatabase(serverUrl, { ...options, template })

/** The database of a test file, or of a describe block: its properties are there once the tests run. */
export const useDatabase = (): TestDatabase => {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await cloneDatabase(inject('postgresUrl'))))
  afterAll(() => database.drop())
  return database
}

/** A database of its own with what a dump holds, and nothing done to it since. */
export const restoreDatabase = async (serverUrl: string, dump: string): Promise<TestDatabase> => {
  const database = await createDatabase(serverUrl, options)
  // A connection of its own: a dump leaves settings behind in the one it came over.
  await runStatements(database.adminUrl, dump)
  return database
}
