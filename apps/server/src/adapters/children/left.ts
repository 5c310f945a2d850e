import { readdir, readFile } from 'node:fs/promises'
import { hasCode } from '#kernel/system-errors'

const isPid = (name: string): boolean => /^\d+$/.test(name)

/** Whether one of its variables or arguments is a path below this folder. One that keeps secrets shows its arguments alone. */
const worksIn = async (pid: string, folder: string): Promise<boolean> => {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  const values = environment.split('\0').map((variable) => variable.slice(variable.indexOf('=') + 1))
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  return [...values, ...args].some((value) => value.startsWith(`${folder}/`))
}

/** Processes whose environment or arguments name something below this folder. None outside Linux. */
export const listProcessesIn = async (folder: string): Promise<number[]> => {
  const found: number[] = []
  for (const pid of (await readdir('/proc').catch(() => [])).filter(isPid)) if (await worksIn(pid, folder)) found.push(Number(pid))
  return found
}

/** Sends a signal to a process that may have ended, or may belong to another user. */
export const signalIfRunning = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, 'ESRCH', 'EPERM')) throw error
  }
}

/**
 * Ends programs whose environment or arguments name something below this folder, which belonged to a process that is gone: git goes on
 * without whoever started it, for as long as its remote sends.
 */
export const endLeftChildren = async (folder: string): Promise<void> => {
  for (const pid of await listProcessesIn(folder)) signalIfRunning(pid, 'SIGKILL')
}
