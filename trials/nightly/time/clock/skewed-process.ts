import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'

const skew = join(import.meta.dirname, 'skew.ts')
const main = join(import.meta.dirname, '../../../../apps/server/src/main.ts')

export type Plan = { skewMs: number; stepMs: number }

/** How far the clock of the process was off before and after its step, from its own log. */
export type Stepped = Plan & { beforeMs: number; afterMs: number; seenAfterMs: number }

export type Skewed = Plan & { process: FacetProcess; step: () => Promise<Stepped> }

const pollMs = 20
const maxLineMs = 10_000
// The watched credentials live this much longer.
const maxStepMs = 2000
// The log line is older than its reading.
const toleranceMs = 20_000

const linesIn = (logFile: string): string[] => readFileSync(logFile, 'utf8').split('\n').slice(0, -1)

/** Sends a request, and reads the time from its log line. */
const readSkewMs = async ({ url, logFile }: FacetProcess): Promise<number> => {
  const known = linesIn(logFile).length
  const deadline = performance.now() + maxLineMs
  await (await fetch(`${url}/api/v1/regions`)).arrayBuffer()
  while (performance.now() < deadline) {
    const line = linesIn(logFile).slice(known).at(-1)
    if (line) return new Date((JSON.parse(line) as { time: string }).time).getTime() - Date.now()
    await pause(pollMs)
  }
  throw new Error('The process answers and logs nothing.')
}

const isNear = (oneMs: number, otherMs: number): boolean => Math.abs(oneMs - otherMs) < toleranceMs

/** Whether the clock was off and stepped as planned. */
export const isStepped = ({ skewMs, stepMs, beforeMs, afterMs, seenAfterMs }: Stepped): boolean =>
  isNear(beforeMs, skewMs) && isNear(afterMs, skewMs + stepMs) && seenAfterMs <= maxStepMs

const stepOf = async (process: FacetProcess, plan: Plan): Promise<Stepped> => {
  const beforeMs = await readSkewMs(process)
  const startedMs = performance.now()
  globalThis.process.kill(process.pid, 'SIGUSR2')
  for (;;) {
    const afterMs = await readSkewMs(process)
    const seenAfterMs = Math.round(performance.now() - startedMs)
    const stepped = { ...plan, beforeMs: Math.round(beforeMs), afterMs: Math.round(afterMs), seenAfterMs }
    if (isStepped(stepped) || seenAfterMs > maxStepMs) return stepped
    await pause(pollMs)
  }
}

/** Serves with a wall clock that is off. */
export const serveSkewed = async (installation: Installation, plan: Plan): Promise<Skewed> => {
  const settings = { TRIAL_SKEW_MS: String(plan.skewMs), TRIAL_STEP_MS: String(plan.stepMs) }
  const process = await installation.serve(settings, ['--import', skew, main, 'serve'])
  return { ...plan, process, step: () => stepOf(process, plan) }
}
