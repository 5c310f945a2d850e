import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test file or trial that failed and passed when it was run again. */
export type FlakyEntry = { name: string; seenOn: string }

const file = join(import.meta.dirname, 'flaky.json')
const dayMs = 86_400_000
export const maxFlakyEntries = 5
export const maxFlakyDays = 7

export const readFlaky = (): FlakyEntry[] => JSON.parse(readFileSync(file, 'utf8')) as FlakyEntry[]

/** The list with what was seen today. The date of an entry stays that of the first sighting. */
export const withSeen = (entries: FlakyEntry[], names: string[], today: string): FlakyEntry[] => {
  const added = names.filter((name) => entries.every((entry) => entry.name !== name)).map((name) => ({ name, seenOn: today }))
  return [...entries, ...added].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

export const recordFlaky = (names: string[], nowMs = Date.now()): void => {
  if (names.length === 0) return
  const entries = withSeen(readFlaky(), names, new Date(nowMs).toISOString().slice(0, 10))
  writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`)
}

/** What fails the check: an entry that nobody fixed for a week, or a sixth entry. */
export const flakyProblems = (entries: FlakyEntry[], nowMs: number): string[] => {
  const expired = entries.filter(({ seenOn }) => nowMs - Date.parse(seenOn) > maxFlakyDays * dayMs)
  const problems = expired.map(({ name, seenOn }) => `${name} is flaky since ${seenOn}. Fix the cause and delete its entry.`)
  if (entries.length > maxFlakyEntries)
    problems.push(`${entries.length} entries; at most ${maxFlakyEntries} are allowed: ${entries.map(({ name }) => name).join(', ')}.`)
  return problems
}
