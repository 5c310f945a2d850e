import { execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import type { StartedProcess } from './state.ts'

/** When a process began, as its system tells it: a number that was given to another process since shows here. */
const startOf = (pid: number): string | null => {
  try {
    if (existsSync('/proc/self/stat')) {
      const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // A zombie has ended; only its parent has not asked how.
      return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

export const isRunning = (started: StartedProcess | null): started is StartedProcess =>
  started !== null && startOf(started.pid) === started.startedAt

/** Starts a program that outlives this one, its output in a file. */
export const startDetached = (command: string[], env: Record<string, string>, logFile: string, cwd: string): StartedProcess => {
  const log = openSync(logFile, 'a')
  const child = spawn(command[0] ?? '', command.slice(1), { env, cwd, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  if (child.pid === undefined) throw new Error(`${command.join(' ')} could not be started.`)
  return { pid: child.pid, startedAt: startOf(child.pid) ?? '' }
}

const pollMs = 50

export const until = async (what: string, timeoutMs: number, check: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${timeoutMs / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

const drainMs = 15_000

export const stopProcess = async (started: StartedProcess): Promise<void> => {
  if (!isRunning(started)) return
  process.kill(started.pid, 'SIGTERM')
  await until('stopping the service', drainMs, () => !isRunning(started)).catch(() => process.kill(started.pid, 'SIGKILL'))
}
