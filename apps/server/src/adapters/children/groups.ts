import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, reasonOf, SettingProblem } from '#kernel/system-errors'

/** A file that a program has open, to be read, by the number of a descriptor. */
export type OpenedFile = { fd: number; path: string }

/** One child and all that it starts, with their memory bounded together. */
export type ChildGroup = {
  processesFile: string
  leave: () => Promise<void>
  /** Where something is in it already and waits to become a command: with that for its environment and its pipes. Null when it cannot. */
  become?: (command: readonly string[], opens?: readonly OpenedFile[]) => ChildProcessWithoutNullStreams | null
}

export type ChildGroups = {
  /** A fresh one has nobody in it who waits. */
  enter: (memoryBytes: number, maxProcesses?: number, isFresh?: boolean) => Promise<ChildGroup>
  /** Whether they can bound the number of processes too. */
  boundsProcesses?: boolean
  /** False where they bound nothing else. */
  boundsMemory?: boolean
  /** Ends what waits in them. */
  close?: () => Promise<void>
}

const longestRemovalMs = 1000

// What was killed a moment ago may still be leaving.
export const removeWhenEmpty = async (path: string): Promise<void> => {
  for (let nextMs = 1, waitedMs = 0; ; nextMs *= 2) {
    try {
      return await rmdir(path)
    } catch (error) {
      if (!hasCode(error, 'EBUSY') || waitedMs >= longestRemovalMs) throw error
    }
    await pause(nextMs)
    waitedMs += nextMs
  }
}

const controllersOf = async (folder: string): Promise<string> => {
  await access(folder, constants.W_OK)
  return readFile(join(folder, 'cgroup.subtree_control'), 'utf8')
}

const unusable = (folder: string, reason: string, cure: string, cause?: unknown): SettingProblem =>
  new SettingProblem('FACET_CHILD_CGROUP', `the folder ${folder} cannot be used: ${reason}`, cure, cause)

/**
 * Groups in a folder of control groups, version 2, that was delegated to this process: each is a folder in it with a bound on
 * its memory, which counts every process in it. Throws when the folder is no such place.
 */
export const openChildGroups = async (folder: string): Promise<ChildGroups> => {
  const controllers = await controllersOf(folder).catch((error: unknown) => {
    throw unusable(
      folder,
      reasonOf(error),
      'Name a folder of control groups, version 2, that is delegated to this user, or leave it out.',
      error,
    )
  })
  if (!controllers.split(/\s+/).includes('memory'))
    throw unusable(folder, 'it does not delegate the memory controller', 'Write +memory into its cgroup.subtree_control.')
  const boundsProcesses = controllers.split(/\s+/).includes('pids')
  return {
    boundsProcesses,
    enter: async (memoryBytes, maxProcesses) => {
      const path = join(folder, `child-${randomBytes(8).toString('hex')}`)
      await mkdir(path)
      await writeFile(join(path, 'memory.max'), String(memoryBytes))
      // A child that swaps slows everybody and uses no less memory. Not every system has swap to bound.
      await writeFile(join(path, 'memory.swap.max'), '0').catch(() => undefined)
      if (boundsProcesses && maxProcesses !== undefined) await writeFile(join(path, 'pids.max'), String(maxProcesses))
      return { processesFile: join(path, 'cgroup.procs'), leave: () => removeWhenEmpty(path) }
    },
  }
}
