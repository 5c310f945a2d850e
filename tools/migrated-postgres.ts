import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate, readMigrations } from '../apps/server/src/db/migrations.ts'
import { cacheFolder, type Cluster, findPostgres, type StartOptions, startPostgres } from './postgres.ts'

export const migratedDatabase = 'facet'
export const serviceUser = 'facet'

const hourMs = 3_600_000

/** A migration makes partitions from the hour it runs in: one of another hour would not be the same. */
const nameOf = (bin: string): string => {
  const hash = createHash('sha256').update(bin)
  for (const file of ['postgres.ts', 'migrated-postgres.ts', '../apps/server/src/db/migrations.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)))
  for (const { checksum } of readMigrations()) hash.update(checksum)
  return `migrated-${hash.digest('hex').slice(0, 16)}-${Math.floor(Date.now() / hourMs)}`
}

/** With their owner, which is not always who copies them. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

const removeOld = (place: string): void => {
  for (const name of readdirSync(place).filter((one) => one.startsWith('migrated-'))) {
    const path = join(place, name)
    // Not the moment a newer one is there: another run may be copying it.
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > 2 * hourMs) rmSync(path, { recursive: true, force: true })
  }
}

const make = async (folder: string): Promise<void> => {
  const cluster = await startPostgres(folder, { durable: false })
  try {
    const server = new pg.Client({ connectionString: cluster.url('postgres') })
    await server.connect()
    await server.query(`create role ${serviceUser} login`)
    await server.query(`create database ${migratedDatabase}`)
    await server.end()
    await migrate({ url: cluster.url(migratedDatabase), serviceUser }, () => undefined)
  } finally {
    await cluster.stop()
  }
}

/** The server's own user can not reach into every cache, so it is made beside and then brought there. */
const makeKept = async (kept: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-migrated-'))
  const arriving = `${kept}-${randomBytes(6).toString('hex')}`
  try {
    await make(folder)
    await copy(join(folder, 'data'), arriving)
    renameSync(arriving, kept)
  } catch (error) {
    rmSync(arriving, { recursive: true, force: true })
    // Somebody else was first, with the same.
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of a stopped server with our schema in it, made by whoever needs them first. */
const keptFiles = async (): Promise<string> => {
  const place = join(cacheFolder(), 'databases')
  mkdirSync(place, { recursive: true })
  const kept = join(place, nameOf(await findPostgres()))
  if (existsSync(kept)) return kept
  removeOld(place)
  await makeKept(kept)
  return kept
}

/** A server of its own in a new folder, whose database `facet` has our schema: copied, which takes a tenth of making one. */
export const startMigratedPostgres = async (folder: string, options: StartOptions): Promise<Cluster> => {
  mkdirSync(folder, { recursive: true })
  await copy(await keptFiles(), join(folder, 'data'))
  return startPostgres(folder, options)
}
