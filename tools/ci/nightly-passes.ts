import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** When something last passed in its nightly form, at which commit, and how long it took. */
export type NightlyPass = { commit: string; on: string; seconds: number }

/** A trial without an entry counts as passed on the day `since`. */
export type NightlyPasses = { since: string; tests: NightlyPass; trials: Record<string, NightlyPass> }

const file = join(import.meta.dirname, 'nightly-passes.json')
const dayMs = 86_400_000
export const maxDays = 30

export const readNightlyPasses = (): NightlyPasses => JSON.parse(readFileSync(file, 'utf8')) as NightlyPasses

/** One line for each trial, so that a pass changes one line of the file. */
const write = ({ since, tests, trials }: NightlyPasses): void => {
  const line = ({ commit, on, seconds }: NightlyPass): string => `{ "commit": "${commit}", "on": "${on}", "seconds": ${seconds} }`
  const sorted = Object.entries(trials).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([name, pass]) => `    "${name}": ${line(pass)}`).join(',\n')
  writeFileSync(file, `{\n  "since": "${since}",\n  "tests": ${line(tests)},\n  "trials": {\n${lines}\n  }\n}\n`)
}

export const recordTests = (pass: NightlyPass): void => write({ ...readNightlyPasses(), tests: pass })

export const recordTrial = (name: string, pass: NightlyPass): void => {
  const passes = readNightlyPasses()
  write({ ...passes, trials: { ...passes.trials, [name]: pass } })
}

/** Names whose last full pass is more than 30 days old, each as a sentence. */
export const overdue = (names: string[], { since, trials }: NightlyPasses, nowMs: number): string[] =>
  names.flatMap((name) => {
    const on = trials[name]?.on ?? since
    const days = Math.floor((nowMs - Date.parse(on)) / dayMs)
    return days > maxDays ? [`${name} last passed in full on ${on}, ${days} days ago.`] : []
  })
