import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FacetProcess, Installation } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'

const skew = join(import.meta.dirname, 'skew.ts')
const main = join(import.meta.dirname, '../../../../apps/server/src/main.ts')

export type Skewed = { process: FacetProcess; skewMs: number; stepMs: number; step: () => Promise<void>; seenSkewMs: () => number }

const pollMs = 20

/** A process can be ready a moment before its first line is written. */
const lastTimeIn = async (logFile: string): Promise<number> => {
  for (;;) {
    const line = readFileSync(logFile, 'utf8').split('\n').at(-2)
    if (line) return new Date((JSON.parse(line) as { time: string | number }).time).getTime()
    await pause(pollMs)
  }
}

/** Serves with a wall clock that is off, and says by how much from the times the process itself writes down. */
export const serveSkewed = async (installation: Installation, skewMs: number, stepMs: number): Promise<Skewed> => {
  const process = await installation.serve({ TRIAL_SKEW_MS: String(skewMs), TRIAL_STEP_MS: String(stepMs) }, [
    '--import',
    skew,
    main,
    'serve',
  ])
  const seenSkewMs = (await lastTimeIn(process.logFile)) - Date.now()
  return {
    process,
    skewMs,
    stepMs,
    seenSkewMs: () => seenSkewMs,
    step: async () => {
      globalThis.process.kill(process.pid, 'SIGUSR2')
      await pause(100)
    },
  }
}
