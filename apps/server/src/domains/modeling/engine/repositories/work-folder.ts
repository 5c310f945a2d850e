import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftChildren, removeTree } from '#adapters/children'
import { folderProblem, isDiskFull, leavingNoFolders, makeFolder } from '#kernel/folders'
import { hasCode } from '#kernel/system-errors'

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

/** Whether a process of this user can work in the data folder. Leaves no probe behind, on a full disk neither. */
export const checkDataFolder = async (dataFolder: string): Promise<void> => {
  const probe = join(foldersIn(dataFolder), `probe-${randomBytes(6).toString('hex')}`)
  try {
    await makeFolder(foldersIn(dataFolder))
    await writeFile(probe, 'probe', { mode: 0o600 })
  } catch (error) {
    throw folderProblem('FACET_DATA_FOLDER', dataFolder, error)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** The same, for one who only looks: folders made for it go again, since the service may run as another user. */
export const tryDataFolder = (dataFolder: string): Promise<void> =>
  leavingNoFolders([foldersIn(dataFolder)], () => checkDataFolder(dataFolder))

/** A probe is there for a moment only, and nobody misses it: one that is found was left behind. */
const isLeft = (name: string): boolean => {
  const pid = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1]
  return pid === undefined ? name.startsWith('probe-') : !isAlive(Number(pid))
}

/**
 * Removes what processes left that are gone: they may have been cut off in the middle of a file, and everything in it can be
 * fetched again. What they started and still runs is ended first.
 */
export const removeLeftWork = async (dataFolder: string): Promise<void> => {
  const all = foldersIn(dataFolder)
  for (const left of (await readdir(all)).filter(isLeft).map((name) => join(all, name))) {
    await endLeftChildren(left)
    await removeTree(left)
  }
}

/** A folder for this process alone. */
export const makeWorkFolder = async (dataFolder: string): Promise<string> => {
  const all = foldersIn(dataFolder)
  const own = join(all, `${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    await makeFolder(all)
    await removeLeftWork(dataFolder)
    await makeFolder(join(own, 'edits'))
  } catch (error) {
    // Whoever works in it makes it again by then; until there is room, everything else is served.
    if (!isDiskFull(error)) throw folderProblem('FACET_DATA_FOLDER', dataFolder, error)
  }
  return own
}
