import { constants } from 'node:fs'
import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildGroups, removeWhenEmpty } from '#adapters/children'
import { isLeft, nameOfOwner } from './owners.ts'

const folder = '/sys/fs/cgroup/pids'

/**
 * Control groups of version 1 that bound the number of processes, for the superuser: the kernel holds all others to a limit of
 * their own inside the sandbox, and not the superuser. Undefined where there are none.
 */
export const findProcessGroups = async (): Promise<ChildGroups | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  try {
    await access(join(folder, 'cgroup.procs'), constants.W_OK)
  } catch {
    return undefined
  }
  return {
    boundsProcesses: true,
    boundsMemory: false,
    enter: async (_memoryBytes, maxProcesses) => {
      const path = join(folder, await nameOfOwner())
      await mkdir(path)
      await writeFile(join(path, 'pids.max'), String(maxProcesses ?? 'max'))
      // Nobody waits until the kernel has forgotten those who were in it.
      const leave = async (): Promise<void> => void removeWhenEmpty(path).catch(() => undefined)
      return { processesFile: join(path, 'cgroup.procs'), leave }
    },
  }
}

/** Removes groups of processes that are gone. One that somebody is still in stays: the kernel refuses. */
export const removeLeftGroups = async (): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const names = await readdir(folder).catch(() => [])
  await Promise.all(
    names.map(async (name) => ((await isLeft(name)) ? removeWhenEmpty(join(folder, name)).catch(() => undefined) : undefined)),
  )
}
