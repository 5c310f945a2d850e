import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listProcessesIn, signalIfRunning } from '@facet/server/left-processes'
import { processTree } from './process-tree.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const gracePeriodMs = 5000
const maxKillMs = 10_000
const pollMs = 50

const isRunning = (pid: number): boolean => processTree(pid).length > 0

/** Ends the listed processes and those that use the folder: first with SIGTERM, after five seconds with SIGKILL. */
const endProcesses = async (folder: string, listed: readonly number[]): Promise<void> => {
  const remaining = async (): Promise<number[]> => [...new Set([...listed.filter(isRunning), ...(await listProcessesIn(folder))])]
  const endWith = async (signal: NodeJS.Signals, waitMs: number): Promise<void> => {
    const signalled = new Set<number>()
    const deadline = performance.now() + waitMs
    for (let pids = await remaining(); pids.length > 0 && performance.now() < deadline; pids = await remaining()) {
      // A process that ends can start another one.
      for (const pid of pids) if (!signalled.has(pid)) signalIfRunning(pid, signal)
      for (const pid of pids) signalled.add(pid)
      await pause(pollMs)
    }
  }
  await endWith('SIGTERM', gracePeriodMs)
  await endWith('SIGKILL', maxKillMs)
}

const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number => code ?? 128 + (signal ? constants.signals[signal] : 0)

/**
 * Runs a trial in a process of its own, with a folder for its temporary files. When the trial ends, or this process receives a signal,
 * ends every process that the trial started and removes the folder. Detached servers are found by the folder. Returns the exit code.
 */
export const superviseTrial = async (args: readonly string[]): Promise<number> => {
  // A short name, because the path of a socket has at most 108 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'ft-'))
  // PostgreSQL runs as another user where the trial runs as root.
  chmodSync(folder, 0o755)
  const env = { ...process.env, TMPDIR: folder, FACET_TRIAL_FOLDER: `${folder}/` }
  const trial = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const ended = new Promise<number>((resolve, reject) => {
    trial.once('error', reject)
    trial.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
  let started: number[] = []
  let received: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received) return
    received = signal
    // Children are found only while the trial is their parent.
    started = processTree(trial.pid ?? 0).map(({ pid }) => pid)
    trial.kill('SIGKILL')
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    const exitCode = await ended
    return received ? exitCodeOf(null, received) : exitCode
  } finally {
    await endProcesses(folder, started)
    for (const signal of signals) process.off(signal, onSignal)
    rmSync(folder, { recursive: true, force: true })
  }
}
