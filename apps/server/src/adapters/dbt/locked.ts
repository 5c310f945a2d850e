import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

/** Every package of an environment with the hashes of its wheels. */
export const lockFile = (version: string): string => packageFile('dbt', version, 'requirements.txt')

export const lockHash = (version: string): string =>
  createHash('sha256')
    .update(readFileSync(lockFile(version)))
    .digest('hex')

/** What an environment says of itself, written last. `interpreter` is the Python it was made with, which it goes on using. */
export type EnvironmentManifest = { version: string; lockfile: string; interpreter: string }

export const manifestName = 'facet-dbt.json'

export const readEnvironmentManifest = (root: string): EnvironmentManifest | undefined => {
  try {
    return JSON.parse(readFileSync(join(root, manifestName), 'utf8')) as EnvironmentManifest
  } catch {
    // Absent, or written by something that died: either way nothing is installed.
    return undefined
  }
}
