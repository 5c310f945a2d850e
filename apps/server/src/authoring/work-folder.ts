import { randomBytes } from 'node:crypto'
import { readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderProblem, makeFolder } from '#folders'
import { hasCode } from '#system-errors'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process, but one.
    return hasCode(error, 'EPERM')
  }
}

const foldersIn = (dataFolder: string): string => join(dataFolder, 'work')

/** Whether a process of this user can work in the data folder. Leaves nothing behind, since the service may run as another user. */
export const checkDataFolder = async (dataFolder: string): Promise<void> => {
  try {
    const made = await makeFolder(foldersIn(dataFolder))
    const probe = join(foldersIn(dataFolder), `probe-${randomBytes(6).toString('hex')}`)
    await writeFile(probe, 'probe', { mode: 0o600 })
    await rm(probe)
    // One that another process has put something into by now stays.
    for (const folder of made) await rmdir(folder).catch(() => undefined)
  } catch (error) {
    throw folderProblem('FACET_DATA_FOLDER', dataFolder, error)
  }
}

/**
 * A folder for this process alone. What a process left that is gone is removed: it may have been cut off in the middle of a
 * file, and everything in it can be fetched again.
 */
export const makeWorkFolder = async (dataFolder: string): Promise<string> => {
  const all = foldersIn(dataFolder)
  await makeFolder(all).catch((error: unknown) => {
    throw folderProblem('FACET_DATA_FOLDER', dataFolder, error)
  })
  for (const name of await readdir(all)) {
    const pid = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(all, name), { recursive: true, force: true })
  }
  const own = join(all, `${process.pid}-${randomBytes(6).toString('hex')}`)
  await makeFolder(join(own, 'edits'))
  return own
}
