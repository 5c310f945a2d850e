import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { calibrate } from '@facet/testkit/cpu'
import { fullNameOf, trials } from '../../trials/registry.ts'
import { readBudget, slowdown } from './budget.ts'
import { recordFlaky } from './flaky.ts'
import { runLanding, type TrialRun } from './landing-trials.ts'

const program = join(import.meta.dirname, '../../trials/run.ts')
const tolerance = 1.1

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** `cpuSeconds` of the JSON object in the last line. */
const cpuSecondsIn = (figures: string): number => {
  try {
    return (JSON.parse(figures) as { cpuSeconds?: number }).cpuSeconds ?? 0
  } catch {
    return 0
  }
}

const runOnce = async (name: string): Promise<TrialRun> => {
  const startedMs = performance.now()
  const trial = spawn(process.execPath, [program, ...name.split(' '), '--quick', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>((resolve) => trial.once('close', resolve))
  const [stdout, stderr, exitCode] = await Promise.all([text(trial.stdout), text(trial.stderr), closed])
  const figures = stdout.trimEnd().split('\n').at(-1) ?? ''
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  return { isPassed: exitCode === 0, seconds, cpuSeconds: cpuSecondsIn(figures), output: `${stderr}${stdout}`, figures }
}

/** Seconds since 1970 after which no trial starts. A trial that did not start counts as failed. */
const untilSeconds = Number(process.env['CI_UNTIL'] ?? Number.POSITIVE_INFINITY)

/** `node tools/ci/run-trials.ts <counts>`: runs the trials of a landing, then writes how many passed, failed and were flaky. */
const main = async (countsFile: string | undefined): Promise<boolean> => {
  if (countsFile === undefined) throw new Error('Name the file for the counts.')
  const calibrated = calibrate()
  const { passed, failed, flaky, cpuSeconds } = await runLanding(
    trials.filter(({ runsOn }) => runsOn === 'landing').map((trial) => ({ name: fullNameOf(trial), short: trial.short })),
    { run: runOnce, hasTime: () => Date.now() / 1000 < untilSeconds, cores: availableParallelism(), print },
  )
  recordFlaky(flaky)
  const { total, calibrationSeconds } = readBudget()
  const limit = total.trials * tolerance * slowdown({ calibrationSeconds }, calibrated)
  const isWithinBudget = cpuSeconds <= limit
  const spent = `${Math.round(cpuSeconds)} CPU s of ${total.trials} (limit on this machine: ${Math.round(limit)})`
  print(`${isWithinBudget ? 'ok   ' : 'FAIL '} CPU budget of trials: ${spent}`)
  writeFileSync(countsFile, `${passed + (isWithinBudget ? 1 : 0)} ${failed + (isWithinBudget ? 0 : 1)} ${flaky.length}\n`)
  return failed === 0 && isWithinBudget
}

process.exitCode = (await main(process.argv[2])) ? 0 : 1
