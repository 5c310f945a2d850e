import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const version = '1.7.43'
const lockfile = join(import.meta.dirname, `../engines/${version}/package-lock.json`)

/** A folder of engines that holds one without its native addon, as far as anybody looks who does not run it. */
export const givenStandIn = async (folder: string): Promise<void> => {
  const hash = createHash('sha256')
    .update(await readFile(lockfile))
    .digest('hex')
  await mkdir(join(folder, version), { recursive: true })
  await writeFile(join(folder, version, 'facet-engine.json'), JSON.stringify({ version, lockfile: hash }))
}
