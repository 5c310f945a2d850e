import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleOf } from './rules.ts'
import type { TrialFacts } from './trial-sources.ts'

/** When a trial last passed in its full form, at which commit, and how long that took. */
export type FullPass = { commit: string; on: string; seconds: number }

/** `since`: the day the record was begun. A trial that is not in it counts as passed on that day, at no commit that is known. */
export type FullPasses = { since: string; passes: Record<string, FullPass> }

const file = join(import.meta.dirname, '../../bench/full-passes.json')
const dayMs = 86_400_000
export const maxFullPassDays = 30

export const readFullPasses = (): FullPasses => JSON.parse(readFileSync(file, 'utf8')) as FullPasses

export const writeFullPass = (name: string, pass: FullPass): void => {
  const { since, passes } = existsSync(file) ? readFullPasses() : { since: pass.on, passes: {} }
  const sorted = Object.entries({ ...passes, [name]: pass }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ since, passes: Object.fromEntries(sorted) }, null, 2)}\n`)
}

/** The paths that changed since a commit; nothing where the clone does not have it. */
export type ChangedSince = (commit: string) => string[] | undefined

/**
 * The trials whose last full pass is too old to speak for the tree: older than 30 days, and what they watch or are made of has changed
 * since. Where the commit is not known, as in a shallow clone, the date decides alone.
 */
export const overdue = (trials: TrialFacts[], { since, passes }: FullPasses, changedSince: ChangedSince, nowMs: number): string[] =>
  trials.flatMap(({ name, watches, sources }) => {
    const pass = passes[name]
    const on = pass?.on ?? since
    const days = Math.floor((nowMs - Date.parse(on)) / dayMs)
    if (days <= maxFullPassDays) return []
    const isWatched = (path: string): boolean => ruleOf(path).trials !== 'none' && watches.some((watched) => path.startsWith(watched))
    const changed = pass && changedSince(pass.commit)?.filter((path) => sources.has(path) || isWatched(path))
    if (changed?.length === 0) return []
    return [
      `${name}: ${pass ? 'passed in full' : 'is on record without a full pass since'} ${on}, ${days} days ago; since then ${changed?.[0] ?? 'something'} changed`,
    ]
  })
