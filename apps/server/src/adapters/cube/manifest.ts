import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

/** What an installed engine says of itself, written last. */
export type EngineManifest = { version: string; lockfile: string }

export const manifestName = 'facet-engine.json'

/** Where the package.json and the lock file of a version are. */
export const lockedFolder = (version: string): string => packageFile('engines', version)

export const lockfileHash = (version: string): string =>
  createHash('sha256')
    .update(readFileSync(join(lockedFolder(version), 'package-lock.json')))
    .digest('hex')

export const readManifest = (folder: string): EngineManifest | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as EngineManifest
  } catch {
    // Absent, or written by something that died: either way nothing is installed.
    return undefined
  }
}
