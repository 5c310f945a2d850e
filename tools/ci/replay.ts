import { readMutants } from '../mutants/read.ts'
import { readMap } from './map.ts'
import { filesOf } from './mutant-files.ts'
import { type Plan, planFor } from './plan.ts'
import { changesSince, git, readTree } from './tree.ts'

const mutants = readMutants().map(({ name, patch, tests }) => ({ name, tests, files: filesOf(patch) }))

/** `node tools/ci/replay.ts [n]`: what the choice would have run for the last n commits, and whether that kills the faults kept for the files they touched. */
const main = (count: number): boolean => {
  const [tree, map] = [readTree(), readMap()]
  const msOf = (plan: Plan['tests']): number => plan.reduce((sum, { name }) => sum + (map.tests.get(name)?.ms ?? 0), 0)
  const totalMs = [...map.tests.values()].reduce((sum, { ms }) => sum + ms, 0)
  let surviving = 0
  for (const commit of git('rev-list', `--max-count=${count}`, '--no-merges', 'HEAD').trim().split('\n')) {
    const changes = changesSince(`${commit}~`, commit)
    const plan = planFor(changes, tree, map)
    const ran = new Set(plan.tests.map(({ name }) => name))
    const touched = mutants.filter(({ files }) => files.some((file) => changes.some(({ path }) => path === file)))
    const survivors = touched.filter(({ tests }) => !tests.some((test) => ran.has(test)))
    surviving += survivors.length
    process.stdout.write(
      `${git('log', '-1', '--format=%h %s', commit).trim()}\n` +
        `  ${changes.length} files: ${plan.tests.length} of ${tree.tests.length} test files, ${Math.round((100 * msOf(plan.tests)) / totalMs)} % of their time${plan.isWhole ? ` (${plan.tests[0]?.why})` : ''}; ` +
        `trials: ${plan.trials.map(({ name }) => name).join(', ') || 'none'}\n` +
        `  faults kept for these files: ${touched.length}, killed ${touched.length - survivors.length}${survivors.map(({ name }) => ` MISSED ${name}`).join('')}\n`,
    )
  }
  return surviving === 0
}

process.exitCode = main(Number(process.argv[2] ?? 10)) ? 0 : 1
