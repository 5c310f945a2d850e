import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, runStatements, type StartOptions, startPreparedPostgres } from '@facet/testkit/postgres'
import { readFunctions } from '../src/db/function-files.ts'
import { readMigrations } from '../src/db/migration-files.ts'
import { migrate } from '../src/db/migrations.ts'

export const migratedDatabase = 'facet'
export const serviceUser = 'facet'

const hourMs = 3_600_000

/** A migration makes partitions from the hour it runs in: one of another hour would not be the same. */
const keyOf = (): string => {
  const hash = createHash('sha256')
  for (const file of ['migrated-postgres.ts', '../src/db/migrations.ts', '../src/db/apply-functions.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)))
  for (const { checksum } of [...readMigrations(), readFunctions()]) hash.update(checksum)
  hash.update(String(readFunctions().revision))
  return `migrated ${hash.digest('hex')} ${Math.floor(Date.now() / hourMs)}`
}

const prepare = async (cluster: Cluster): Promise<void> => {
  await runStatements(cluster.url('postgres'), `create role ${serviceUser} login`, `create database ${migratedDatabase}`)
  await migrate({ url: cluster.url(migratedDatabase), serviceUser }, () => undefined)
}

/** A server of its own in a new folder, whose database `facet` has our schema. */
export const startMigratedPostgres = (folder: string, options: StartOptions): Promise<Cluster> =>
  startPreparedPostgres(folder, options, { key: keyOf(), prepare })
