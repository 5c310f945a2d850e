import { readdir, readFile } from 'node:fs/promises'
import { hasCode } from '#kernel/system-errors'

const isPid = (name: string): boolean => /^\d+$/.test(name)

/** Whether one of its variables is a path below this folder. */
const worksIn = async (pid: string, folder: string): Promise<boolean> => {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return environment.split('\0').some((variable) => variable.slice(variable.indexOf('=') + 1).startsWith(`${folder}/`))
}

/**
 * Ends programs whose environment names something below this folder, which belonged to a process that is gone: git goes on without whoever
 * started it, for as long as its remote sends.
 */
export const endLeftChildren = async (folder: string): Promise<void> => {
  for (const pid of (await readdir('/proc').catch(() => [])).filter(isPid)) {
    if (!(await worksIn(pid, folder))) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch (error) {
      // It has ended since, or is somebody else's.
      if (!hasCode(error, 'ESRCH', 'EPERM')) throw error
    }
  }
}
