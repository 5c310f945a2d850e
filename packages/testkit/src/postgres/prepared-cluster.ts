import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../cache/cache-folder.ts'
import { type Cluster, type StartOptions, startPostgres } from './cluster.ts'
import { findPostgres } from './find-postgres.ts'

/** What a new server is filled with. Files that were made once are used again for as long as the key is the same. */
export type Preparation = { key: string; prepare: (cluster: Cluster) => Promise<void> }

const maxAgeMs = 2 * 3_600_000

const nameOf = (bin: string, key: string): string => {
  const hash = createHash('sha256').update(bin).update(key)
  for (const file of ['cluster.ts', 'prepared-cluster.ts']) hash.update(readFileSync(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 16)
}

/** With their owner, which is not always who copies them. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

const removeOld = (place: string): void => {
  for (const name of readdirSync(place)) {
    const path = join(place, name)
    // Not the moment a newer one is there: another run may be copying it.
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > maxAgeMs) rmSync(path, { recursive: true, force: true })
  }
}

const make = async (folder: string, prepare: Preparation['prepare']): Promise<void> => {
  const cluster = await startPostgres(folder, { durable: false })
  try {
    await prepare(cluster)
  } finally {
    await cluster.stop()
  }
}

/** The server's own user cannot reach into every cache, so it is made beside and then brought there. */
const makeKept = async (kept: string, prepare: Preparation['prepare']): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-prepared-'))
  const arriving = `${kept}-${randomBytes(6).toString('hex')}`
  try {
    await make(folder, prepare)
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

/** The files of a stopped server that was prepared, made by whoever needs them first. */
const keptFiles = async ({ key, prepare }: Preparation): Promise<string> => {
  const place = join(cacheFolder(), 'databases')
  mkdirSync(place, { recursive: true })
  const kept = join(place, nameOf(await findPostgres(), key))
  if (existsSync(kept)) return kept
  removeOld(place)
  await makeKept(kept, prepare)
  return kept
}

/** A server of its own in a new folder, already filled: copied, which takes a tenth of making one. */
export const startPreparedPostgres = async (folder: string, options: StartOptions, preparation: Preparation): Promise<Cluster> => {
  mkdirSync(folder, { recursive: true })
  await copy(await keptFiles(preparation), join(folder, 'data'))
  return startPostgres(folder, options)
}
