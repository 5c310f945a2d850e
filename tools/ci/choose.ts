import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestMap } from './map.ts'
import { type Choice, distrustOf, type Plan, planFor, planWhole } from './plan.ts'
import { changesSince, hasCommit, readMovedMap, readTree } from './tree.ts'

const serverSource = /^(apps\/server|packages\/(cube-model|chart-spec))\/src\/.*(?<!\.test)\.ts$/

/** A map that is not there, or broken, knows nothing. */
const readMapOrNone = (): TestMap => {
  try {
    return readMovedMap()
  } catch {
    return { recordedOn: '1970-01-01', tests: new Map(), executedBy: new Map() }
  }
}

const planSince = (base: string | undefined, map: TestMap): Plan => {
  const tree = readTree()
  if (base === undefined || base === '') return planWhole(tree, 'CI_BASE names no commit to choose by')
  if (!hasCommit(base)) return planWhole(tree, `CI_BASE names ${base}, which this clone does not have`)
  const distrust = distrustOf(
    map,
    tree.tests,
    tree.paths.filter((path) => serverSource.test(path) && !tree.sources.hasOnlyTypes(path)),
    Date.now(),
  )
  return distrust === undefined ? planFor(changesSince(base), tree, map) : planWhole(tree, distrust)
}

/** Files that were left out by the folder they are in, for nobody reads two hundred lines. */
const byFolder = (choices: Choice[]): string[] =>
  [...Map.groupBy(choices, ({ name }) => dirname(name))].map(([folder, own]) => `${folder} (${own.length})`)

const describe = ({ isWhole, tests, trials, leftOut }: Plan, map: TestMap): string[] => {
  const [leftTests, leftTrials] = [true, false].map((isTest) => leftOut.filter(({ name }) => name.endsWith('.test.ts') === isTest)) as [
    Choice[],
    Choice[],
  ]
  const msOf = (choices: Choice[]): number => choices.reduce((sum, { name }) => sum + (map.tests.get(name)?.ms ?? 0), 0)
  const share = Math.round((100 * msOf(leftTests)) / Math.max(1, msOf(tests) + msOf(leftTests)))
  const reasons = (choices: Choice[]): string[] => choices.map(({ name, why }) => `  ${name}: ${why}`)
  return [
    `runs ${isWhole ? `all ${tests.length} test files: ${tests[0]?.why}` : `${tests.length} test files`}`,
    ...(isWhole ? [] : reasons(tests)),
    `runs ${trials.length} trials${isWhole ? ': likewise' : ''}`,
    ...(isWhole ? [] : reasons(trials)),
    `leaves out ${leftTests.length} test files, ${share} % of the time of all: they execute nothing of what changed`,
    ...byFolder(leftTests).map((folder) => `  ${folder}`),
    `leaves out ${leftTrials.length} trials`,
    ...reasons(leftTrials),
  ]
}

/** `node tools/ci/choose.ts <folder> [<base commit>]`: writes the test files and the trials to run, one a line, and says why. */
const main = (folder: string | undefined, base: string | undefined): void => {
  if (folder === undefined) throw new Error('Name the folder to write the plan to.')
  const map = readMapOrNone()
  const plan = planSince(base, map)
  mkdirSync(folder, { recursive: true })
  // No test file named means all of them, to vitest as well.
  writeFileSync(join(folder, 'tests'), plan.isWhole ? '' : plan.tests.map(({ name }) => `${name}\n`).join(''))
  writeFileSync(join(folder, 'trials'), plan.trials.map(({ name }) => `${name}\n`).join(''))
  writeFileSync(join(folder, 'plan.json'), `${JSON.stringify(plan, null, 2)}\n`)
  process.stdout.write(`${describe(plan, map).join('\n')}\n`)
}

main(process.argv[2], process.argv[3])
