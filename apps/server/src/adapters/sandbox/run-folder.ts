import { chmod, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftChildren } from '#adapters/children'
import { folderProblem, makeFolder } from '#kernel/folders'
import { SettingProblem } from '#kernel/system-errors'
import { isLeft, nameOfOwner } from './owners.ts'
import { removeLeftGroups } from './process-groups.ts'

/** The path of a socket file has at most 107 bytes, and what is below this folder needs some of them. */
const longestPath = 60

const refused = (folder: string, problem: string, cure: string): SettingProblem =>
  new SettingProblem('FACET_RUN_FOLDER', `the folder ${folder} cannot be used: ${problem}`, cure)

/** Makes the folder, or finds that it is ours alone: in a folder that all may write to, somebody else may have made it first. */
export const checkRunFolder = async (folder: string): Promise<void> => {
  if (Buffer.byteLength(folder) > longestPath)
    throw refused(
      folder,
      `its path is longer than ${longestPath} bytes`,
      'Name a shorter one, such as /run/facet: socket files are made in it.',
    )
  await makeFolder(folder).catch((error: unknown) => {
    throw folderProblem('FACET_RUN_FOLDER', folder, error)
  })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw refused(folder, 'it belongs to another user', 'Remove it, or name one that belongs to the user who runs facet.')
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

export const makeOwnerFolder = async (runFolder: string): Promise<{ name: string; folder: string }> => {
  const name = await nameOfOwner()
  const folder = join(runFolder, name)
  await mkdir(folder, { mode: 0o700 })
  return { name, folder }
}

/** Those of an owner who died while it was starting them: they had not yet bound their life to its own. */
const killThoseOf = async (names: ReadonlySet<string>): Promise<void> => {
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [, option, name = ''] = line.split('\0')
    if (option !== '--hostname' || !names.has(name)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended since, or is somebody else's.
    }
  }
}

/**
 * Removes what processes that are gone have left in the folder of all, and ends what they left running. What cannot be removed is told
 * last: it keeps nothing else from being removed.
 */
export const removeLeftSandboxes = async (runFolder: string): Promise<void> => {
  const names = await readdir(runFolder).catch(() => [])
  const left: string[] = []
  for (const name of names) if (await isLeft(name)) left.push(name)
  if (left.length > 0) await killThoseOf(new Set(left))
  // What was started outside for one, such as an agent with a key, and outlived the moment in which it was.
  for (const name of left) await endLeftChildren(join(runFolder, name))
  const removed = await Promise.allSettled(left.map((name) => rm(join(runFolder, name), { recursive: true, force: true })))
  // After them: what was killed above was in them.
  await removeLeftGroups()
  const problems = removed.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${left.length} folders in ${runFolder} stay.`)
}
