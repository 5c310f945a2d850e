import { dirname } from 'node:path'
import type { TestMap } from './map.ts'
import { type Rule, ruleOf, runsAlways } from './rules.ts'
import type { Sources } from './sources.ts'
import type { TrialFacts } from './trial-sources.ts'

export type Change = { path: string; isDeleted: boolean }

/** What there is to choose from. */
export type Tree = { tests: string[]; versionOf: (test: string) => string; trials: TrialFacts[]; sources: Sources }

export type Choice = { name: string; why: string }

/** `isWhole`: every test runs. What runs and what is left out, each with the reason. */
export type Plan = { isWhole: boolean; tests: Choice[]; trials: Choice[]; leftOut: Choice[] }

type Pick = { tests: 'all' | ReadonlySet<string>; why: string }

const isTest = (path: string): boolean => path.endsWith('.test.ts')

/**
 * The tests that executed a file, and those of its folder. A file that was not there when they were recorded is executed by the tests
 * of whoever imports it.
 */
const recordedTests = (path: string, { tests, sources }: Tree, map: TestMap): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const executedBy = isTest(file) ? [file] : map.executedBy.get(file)
    if (executedBy) for (const test of executedBy) found.add(test)
    else for (const importer of sources.importersOf(file)) visit(importer)
  }
  visit(path)
  if (found.size > 0) for (const test of tests) if (dirname(test) === dirname(path)) found.add(test)
  return found
}

const pickTests = ({ path, isDeleted }: Change, rule: Rule, tree: Tree, map: TestMap): Pick => {
  if (isDeleted && !rule.isSafelyDeleted) return { tests: 'all', why: `${path} is gone: who used it is not known` }
  const why = `${path}: ${rule.why}`
  const tests = typeof rule.tests === 'function' ? rule.tests(path) : rule.tests
  if (tests === 'all') return { tests, why }
  if (tests === 'none') return { tests: new Set(), why }
  if (tests === 'itself') return { tests: new Set([path]), why }
  const picked = new Set(tests === 'recorded' ? recordedTests(path, tree, map) : tree.tests.filter((test) => tests.test(test)))
  if (tests === 'recorded' && picked.size === 0 && !tree.sources.hasOnlyTypes(path))
    return { tests: 'all', why: `${path} is executed by no test that was recorded` }
  for (const [test, { isBlind, isComputing }] of map.tests)
    if ((rule.isProgram && isBlind) || (rule.isComputed && isComputing)) picked.add(test)
  return { tests: picked, why }
}

/** Most benches run for a change of their own source alone: what they hold is held by counters in tests. */
const runsAlone = ({ family, runsOnChange }: TrialFacts): boolean => family === 'bench' && runsOnChange !== true

/** Why a trial runs, if it does. */
const reasonFor = (trial: TrialFacts, changes: Change[]): string | undefined => {
  const { watches, sources } = trial
  for (const { path, isDeleted } of changes) {
    const rule = ruleOf(path)
    if (sources.has(path)) return `${path}: it is made of it`
    if (runsAlone(trial) || rule.trials === 'none') continue
    if (rule.trials === 'all') return `${path}: ${rule.why}`
    if (watches.some((watched) => path.startsWith(watched))) return `${path}: it watches it`
    if (isDeleted && path.startsWith('bench/src/')) return `${path} is gone: whose it was is not known`
  }
  return undefined
}

const whyNot = (trial: TrialFacts): string =>
  runsAlone(trial) ? 'a bench runs in its full form, or when its own source changes' : 'nothing changed in what it watches'

/** Everything, for a reason. */
export const planWhole = ({ tests, trials }: Tree, why: string): Plan => ({
  isWhole: true,
  tests: tests.map((name) => ({ name, why })),
  trials: trials.filter((trial) => !runsAlone(trial)).map(({ name }) => ({ name, why })),
  leftOut: trials.filter(runsAlone).map((trial) => ({ name: trial.name, why: whyNot(trial) })),
})

/** What a change has to pass: the tests and trials that it can break, as far as that is known, and otherwise all. */
export const planFor = (changes: Change[], tree: Tree, map: TestMap): Plan => {
  const picks = changes.map((change) => pickTests(change, ruleOf(change.path), tree, map))
  const whole = picks.find(({ tests }) => tests === 'all')
  const reasonOf = (test: string): string | undefined => {
    if (whole) return whole.why
    if (runsAlways(test)) return 'holds the shape of the whole'
    if (map.tests.get(test)?.version !== tree.versionOf(test)) return 'is new or another since the tests were recorded'
    return picks.find(({ tests }) => tests !== 'all' && tests.has(test))?.why
  }
  const chosen = tree.tests.map((name) => ({ name, why: reasonOf(name) }))
  const trials = tree.trials.map((trial) => ({ name: trial.name, why: reasonFor(trial, changes), otherwise: whyNot(trial) }))
  return {
    isWhole: whole !== undefined,
    tests: chosen.flatMap(({ name, why }) => (why === undefined ? [] : [{ name, why }])),
    trials: trials.flatMap(({ name, why }) => (why === undefined ? [] : [{ name, why }])),
    leftOut: [
      ...chosen.filter(({ why }) => why === undefined).map(({ name }) => ({ name, why: 'executes nothing of what changed' })),
      ...trials.filter(({ why }) => why === undefined).map(({ name, otherwise }) => ({ name, why: otherwise })),
    ],
  }
}

const dayMs = 86_400_000
const maxMapDays = 30
const minKnownShare = 0.9

/** Why the map cannot be trusted to choose by, if so. */
export const distrustOf = (map: TestMap, tests: string[], sourcePaths: string[], nowMs: number): string | undefined => {
  const days = Math.floor((nowMs - Date.parse(map.recordedOn)) / dayMs)
  if (days > maxMapDays) return `the tests were recorded ${days} days ago, more than ${maxMapDays}`
  const shareOf = (paths: string[], isKnown: (path: string) => boolean): number => paths.filter(isKnown).length / Math.max(1, paths.length)
  if (shareOf(tests, (test) => map.tests.has(test)) < minKnownShare) return 'too many tests are newer than the recording'
  if (shareOf(sourcePaths, (path) => map.executedBy.has(path)) < minKnownShare) return 'too many source files are newer than the recording'
  return undefined
}
