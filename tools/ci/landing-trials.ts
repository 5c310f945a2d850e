import { runInLanes, type Timed } from './lanes.ts'

/** One run of a trial. `figures` is its last line, `output` all it printed. */
export type TrialRun = { isPassed: boolean; seconds: number; cpuSeconds: number; output: string; figures: string }

type Landing = {
  run: (name: string) => Promise<TrialRun>
  /** False once the time limit of the check was reached. */
  hasTime: () => boolean
  cores: number
  print: (line: string) => void
}

export type TrialCounts = { passed: number; failed: number; flaky: string[]; cpuSeconds: number }

const linesOf = (name: string, { isPassed, seconds, cpuSeconds, output, figures }: TrialRun): string[] => {
  const times = `${String(seconds).padStart(4)} s ${String(Math.round(cpuSeconds)).padStart(4)} CPU s`
  if (isPassed) return [`ok    ${name.padEnd(26)} ${times}  ${figures.slice(0, 240)}`]
  const end = output.trimEnd().split('\n').slice(-80)
  return [`FAIL  ${name.padEnd(26)} ${times}`, ...end.map((line) => `      ${line}`)]
}

/** Runs each trial, and a failed one a second time: then it is flaky or failed. A trial that was not started counts as failed. */
export const runLanding = async (trials: Timed[], { run, hasTime, cores, print }: Landing): Promise<TrialCounts> => {
  const counts: TrialCounts = { passed: 0, failed: 0, flaky: [], cpuSeconds: 0 }
  const printed = (name: string, outcome: TrialRun): TrialRun => {
    for (const line of linesOf(name, outcome)) print(line)
    return outcome
  }
  await runInLanes(trials, cores, async ({ name }) => {
    if (!hasTime()) {
      counts.failed++
      print(`FAIL  ${name.padEnd(26)} skipped: the time limit of the check was reached. Run pnpm ${name} --quick.`)
      return
    }
    const first = printed(name, await run(name))
    counts.cpuSeconds += first.cpuSeconds
    const { isPassed } = first.isPassed ? first : printed(name, await run(name))
    if (isPassed) counts.passed++
    else counts.failed++
    if (isPassed && !first.isPassed) counts.flaky.push(name)
  })
  return counts
}
