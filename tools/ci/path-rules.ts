import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNightlyPasses } from './nightly-passes.ts'
import { changedSince } from './tree.ts'

/** Nightly test files, each with a regular expression for the paths that can break it. */
type Rules = Record<string, string>

export const readRules = (): Rules => JSON.parse(readFileSync(join(import.meta.dirname, 'path-rules.json'), 'utf8')) as Rules

/** The nightly test files that these changes can break. When the changes are unknown, all of them. */
export const matching = (rules: Rules, changed: string[] | undefined): string[] =>
  Object.entries(rules)
    .filter(([, paths]) => changed?.some((path) => new RegExp(paths).test(path)) ?? true)
    .map(([file]) => file)

/** Compares with `CI_BASE`, or with the commit at which all nightly tests last passed. */
export const selectNightlyFiles = (): string[] =>
  matching(readRules(), changedSince(process.env['CI_BASE'] || readNightlyPasses().tests.commit))
