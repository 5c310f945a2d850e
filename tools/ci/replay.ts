import { readMutants } from '../mutants/read.ts'
import { filesOf } from './mutant-files.ts'
import { type Change, type Choice, type Plan, planFor } from './plan.ts'
import { changesSince, git, readMovedMap, readTree } from './tree.ts'

const percent = (share: number): string => `${Math.round(100 * share)} %`

const mutants = readMutants().map(({ name, patch, tests }) => ({ name, tests, files: filesOf(patch) }))

type Replayed = { commit: string; changes: Change[]; plan: Plan; share: number; kept: string[]; missed: string[] }

const describe = ({ commit, changes, plan, share, kept, missed }: Replayed): string[] => [
  git('log', '-1', '--format=%h %s', commit).trim(),
  `  ${changes.length} files changed: ${plan.tests.length} test files, ${percent(share)} of the time of all${plan.isWhole ? `: ${plan.tests[0]?.why}` : ''}`,
  `  ${plan.trials.length} trials: ${plan.trials.map(({ name }) => name).join(', ') || 'none'}`,
  `  ${kept.length} faults kept for these files, ${missed.length} missed${missed.map((name) => `: ${name}`).join('')}`,
]

/** `pnpm replay [n] [commit]`: what the choice would have run for the last n commits, and whether that kills the faults kept for the files they touched. */
const main = (count: number, until: string): boolean => {
  const [tree, map] = [readTree(), readMovedMap()]
  const msOf = (tests: Choice[]): number => tests.reduce((sum, { name }) => sum + (map.tests.get(name)?.ms ?? 0), 0)
  const totalMs = msOf(tree.tests.map((name) => ({ name, why: '' })))
  const replay = (commit: string): Replayed => {
    const changes = changesSince(`${commit}~`, commit)
    const plan = planFor(changes, tree, map)
    const ran = new Set(plan.tests.map(({ name }) => name))
    const touched = mutants.filter(({ files }) => files.some((file) => changes.some(({ path }) => path === file)))
    const missed = touched.filter(({ tests }) => !tests.some((test) => ran.has(test)))
    const [kept, survivors] = [touched, missed].map((some) => some.map(({ name }) => name)) as [string[], string[]]
    return { commit, changes, plan, share: msOf(plan.tests) / totalMs, kept, missed: survivors }
  }
  const replayed = git('rev-list', `--max-count=${count}`, '--no-merges', until).trim().split('\n').map(replay)
  for (const one of replayed) process.stdout.write(`${describe(one).join('\n')}\n`)
  const shares = replayed.map(({ share }) => share).toSorted((one, other) => one - other)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  process.stdout.write(
    `share of the time of all tests: median ${percent(shares[Math.floor(shares.length / 2)] ?? 0)}, mean ${percent(mean)}\n`,
  )
  return replayed.every(({ missed }) => missed.length === 0)
}

process.exitCode = main(Number(process.argv[2] ?? 10), process.argv[3] ?? 'HEAD') ? 0 : 1
