import { constants } from 'node:fs'
import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildGroup, type ChildGroups, removeWhenEmpty } from '#adapters/children'
import { isLeft, nameOfOwner } from './owners.ts'
import { startWaitingShell, type WaitingShell } from './waiting-shells.ts'

const folder = '/sys/fs/cgroup/pids'
const keptWaiting = 3
/** By then what was just started is on its way, and starting another does not hold it up. */
const refillAfterMs = 5

// Nobody waits until the kernel has forgotten those who were in it.
const remove = (path: string): void => void removeWhenEmpty(path).catch(() => undefined)

const processesIn = (path: string): string => join(path, 'cgroup.procs')

/**
 * Control groups of version 1 that bound the number of processes, for the superuser: the kernel holds all others to a limit of
 * their own inside the sandbox, and not the superuser. Undefined where there are none.
 *
 * To enter one takes the kernel some ten milliseconds, since every processor has to agree. So a few shells are kept that have entered
 * theirs, from the first time on that one was needed.
 */
export const findProcessGroups = async (): Promise<ChildGroups | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  try {
    await access(join(folder, 'cgroup.procs'), constants.W_OK)
  } catch {
    return undefined
  }
  const waiting: WaitingShell[] = []
  let isClosed = false
  let refill: NodeJS.Timeout | null = null

  const make = async (): Promise<string> => {
    const path = join(folder, await nameOfOwner())
    await mkdir(path)
    return path
  }
  const fill = async (): Promise<void> => {
    while (!isClosed && waiting.length < keptWaiting) {
      const path = await make()
      if (isClosed) return remove(path)
      waiting.push(startWaitingShell(path, processesIn(path)))
    }
  }
  const fillSoon = (): void => {
    refill ??= setTimeout(() => {
      refill = null
      // Without them it takes longer, and nothing else.
      fill().catch(() => undefined)
    }, refillAfterMs).unref()
  }

  return {
    boundsProcesses: true,
    boundsMemory: false,
    enter: async (_memoryBytes, maxProcesses, isFresh = false): Promise<ChildGroup> => {
      const shell = isFresh ? undefined : waiting.shift()
      if (!isClosed && !isFresh) fillSoon()
      const path = shell?.path ?? (await make())
      await writeFile(join(path, 'pids.max'), String(maxProcesses ?? 'max'))
      return {
        processesFile: processesIn(path),
        ...(shell ? { become: shell.become } : {}),
        leave: async () => {
          shell?.end()
          remove(path)
        },
      }
    },
    close: async () => {
      isClosed = true
      if (refill) clearTimeout(refill)
      for (const { path, end } of waiting.splice(0)) {
        end()
        remove(path)
      }
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
