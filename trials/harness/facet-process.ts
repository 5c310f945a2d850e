import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** One process that serves the API. */
export type FacetProcess = {
  url: string
  pid: number
  logFile: string
  kill: (signal?: NodeJS.Signals) => Promise<void>
  hasExited: () => boolean
}

/** Logs directly to a file: a pipe through this process would cost time in measurements. */
export const startProcess = async (
  args: string[],
  options: { url: string; logFile: string; env: Record<string, string> },
  onStart: (started: FacetProcess) => void,
): Promise<FacetProcess> => {
  const log = openSync(options.logFile, 'a')
  const child = spawn(process.execPath, args, { env: options.env, stdio: ['ignore', log, log] })
  closeSync(log)
  const started = processOf(child, options.url, options.logFile)
  onStart(started)
  await untilReady(started)
  return started
}

const processOf = (child: ChildProcess, url: string, logFile: string): FacetProcess => {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    url,
    pid: child.pid ?? 0,
    logFile,
    hasExited,
    kill: async (signal = 'SIGTERM') => {
      if (!hasExited()) child.kill(signal)
      await exited
    },
  }
}

const readyTimeoutMs = 60_000

const untilReady = async (started: FacetProcess): Promise<void> => {
  const deadline = performance.now() + readyTimeoutMs
  for (;;) {
    const isReady = await fetch(`${started.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    if (started.hasExited() || performance.now() > deadline) {
      // The trial deletes the folder of the log.
      const told = readFileSync(started.logFile, 'utf8').slice(-2000)
      throw new Error(`The process ${started.hasExited() ? 'ended' : 'did not become ready'}: ${told}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
