import { createDatabase, type TestDatabase } from '@facet/testkit/postgres'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import type { BuildStatus } from '@facet/contract'
import type { Actor } from './server.ts'
import { setVariables } from './variables.ts'

type Variable = { name: string; value: string }
export type Warehouse = (() => Variable[]) & { query: TestDatabase['query'] }

/** A PostgreSQL database with these tables, for the tests of one file; gives the variables by which a deployment reads it. */
export const useWarehouse = (...statements: string[]): Warehouse => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'), { serviceUser: 'postgres' })
    for (const statement of statements) await database.query(statement)
  })
  afterAll(() => database.drop())
  const variables = (): Variable[] => {
    const { hostname, port, username, password, pathname } = new URL(database.adminUrl)
    return Object.entries({
      CUBEJS_DB_TYPE: 'postgres',
      CUBEJS_DB_HOST: hostname,
      CUBEJS_DB_PORT: port,
      CUBEJS_DB_NAME: pathname.slice(1),
      CUBEJS_DB_USER: username,
      // The server of tests asks for none, and the driver wants one.
      CUBEJS_DB_PASS: password || 'none',
    }).map(([name, value]) => ({ name, value }))
  }
  return Object.assign(variables, { query: ((text, values) => database.query(text, values)) satisfies TestDatabase['query'] })
}

const isOver = ({ status }: BuildStatus): boolean => ['built', 'failed', 'cancelled', 'stopped'].includes(status)

/** Waits, as a client does, until the newest build of a deployment is over. */
export const awaitBuild = async ({ api, deploymentId }: Actor): Promise<BuildStatus> => {
  const look = () => api.buildStatus({ params: { deploymentId }, query: { branchName: 'main' } })
  return vi.waitFor(
    async () => {
      const build = await look()
      expect(isOver(build)).toBe(true)
      return build
    },
    { timeout: 90_000, interval: 100 },
  )
}

/** Points a deployment at a warehouse and waits until what it serves reads it. */
export const readFromWarehouse = async (owner: Actor, variables: Variable[]): Promise<void> => {
  await setVariables(owner, ...variables)
  expect(await awaitBuild(owner)).toMatchObject({ status: 'built', deploymentStatus: 'active' })
}
