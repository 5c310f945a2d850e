import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process, but one.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * A folder for this process alone. What a process left that is gone is removed: it may have been cut off in the middle of a
 * file, and everything in it can be fetched again.
 */
export const makeWorkFolder = async (dataFolder: string): Promise<string> => {
  const all = join(dataFolder, 'work')
  await mkdir(all, { recursive: true, mode: 0o700 })
  for (const name of await readdir(all)) {
    const pid = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(all, name), { recursive: true, force: true })
  }
  const own = join(all, `${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(join(own, 'edits'), { recursive: true, mode: 0o700 })
  return own
}
