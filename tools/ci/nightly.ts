import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fullNameOf, trials } from '../../trials/registry.ts'
import { claimsPage, generateClaims } from '../claims/claims-page.ts'
import { writeFiles } from '../generate/write.ts'
import { type Mutant, readMutants } from '../mutants/read.ts'
import { minimumScores } from '../mutation/folders.ts'
import { areaOf, readBudget } from './budget.ts'
import { recordTests, recordTrial, readNightlyPasses, type NightlyPass } from './nightly-passes.ts'
import { readShard, shardOf } from './shards.ts'
import { changedSince, git } from './tree.ts'

const root = join(import.meta.dirname, '../..')
const writtenFiles = ['tools/ci/nightly-passes.json', claimsPage]
const shuffles = 3
/** Of the tests of a planted fault. */
const testSecondsPerFault = 20
/** Day that sorts before every recorded one. */
const never = '0000-00-00'

/** One unit of work of a night. `lastOn` is the day it last passed. */
type Part = {
  name: string
  seconds: number
  lastOn: string
  command: string[]
  env?: Record<string, string>
  record?: (pass: NightlyPass) => void
}

const runPart = ({ command, env }: Part): Promise<boolean> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('close', (exitCode) => resolve(exitCode === 0))
  })

/** Every test, nightly ones and full property runs included, in three orders. */
const testParts = (): Part[] =>
  Array.from({ length: shuffles }, (_, index) => {
    const seed = Math.floor(Date.now() / 86_400_000) * shuffles + index
    const options = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
    const { seconds, on } = readNightlyPasses().tests
    return {
      name: `tests, shuffle seed ${seed}`,
      seconds,
      lastOn: on,
      command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...options],
      env: { FACET_NIGHTLY: '1' },
      record: recordTests,
    }
  })

const trialParts = (): Part[] => {
  const { since, trials: passes } = readNightlyPasses()
  return trials.map((trial) => {
    const name = fullNameOf(trial)
    const command = [process.execPath, 'trials/run.ts', trial.family, trial.name, '--json']
    const { seconds = 10 * trial.short.seconds, on = since } = passes[name] ?? {}
    return { name, seconds, lastOn: on, command, record: (pass) => recordTrial(name, pass) }
  })
}

const secondsOfFault = ({ tests, trials: names }: Mutant): number =>
  trials
    .filter((trial) => names.includes(fullNameOf(trial).replace(' ', '/')))
    .reduce((sum, { short }) => sum + short.seconds, tests.length === 0 ? 0 : testSecondsPerFault)

/** The planted faults of areas that changed since `CI_BASE`, all of them without it. */
const faultParts = (): Part[] => {
  const budget = readBudget()
  const changed = process.env['CI_BASE'] ? changedSince(process.env['CI_BASE']) : undefined
  const changedAreas = changed && new Set(changed.map((path) => areaOf(budget, path)))
  const mutants = readMutants().filter(({ files }) => !changedAreas || files.some((path) => changedAreas.has(areaOf(budget, path))))
  const perPart = 10
  return Array.from({ length: Math.ceil(mutants.length / perPart) }, (_, index) => {
    const some = mutants.slice(index * perPart, (index + 1) * perPart)
    const names = some.map(({ name }) => name)
    return {
      name: `planted faults ${names[0]} … ${names.at(-1)}`,
      // Tests and trials run once without faults, then with each fault.
      seconds: 2 * some.reduce((sum, mutant) => sum + secondsOfFault(mutant), 0),
      lastOn: never,
      command: [process.execPath, 'tools/mutants.ts', ...names],
    }
  })
}

/** StrykerJS on each pure folder. */
const mutationParts = (): Part[] =>
  Object.keys(minimumScores).map((folder) => ({
    name: `mutation testing ${folder}`,
    seconds: 300,
    lastOn: never,
    command: ['pnpm', 'mutate'],
    env: { FACET_MUTATE: folder },
  }))

const isNamedBy = (texts: string[], { name }: Part): boolean =>
  texts.length === 0 || texts.some((text) => name.replace(' ', '/').includes(text))

const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other)

const describePart = ({ name, seconds, lastOn }: Part): string =>
  `${name.padEnd(60)} about ${seconds} s, last passed ${lastOn === never ? 'unknown' : lastOn}`

/** Runs the parts one after another, records those that pass, and returns the names of the others. */
const runParts = async (parts: Part[]): Promise<string[]> => {
  const failed: string[] = []
  for (const part of parts) {
    const startedMs = performance.now()
    const isPassed = await runPart(part)
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    if (isPassed) part.record?.({ commit: git('rev-parse', 'HEAD').trim(), on: new Date().toISOString().slice(0, 10), seconds })
    else failed.push(part.name)
    process.stdout.write(`${isPassed ? 'ok   ' : 'FAIL '} ${part.name.padEnd(60)} ${seconds} s\n`)
  }
  writeFiles(new Map([generateClaims()]))
  return failed
}

/** `.ci/nightly [--shard i/n] [--list] [name …]`: the full form of everything, what passed longest ago first. */
const main = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { shard: { type: 'string' }, list: { type: 'boolean' } } })
  const selected = [...testParts(), ...trialParts(), ...faultParts(), ...mutationParts()].filter((part) => isNamedBy(positionals, part))
  if (selected.length === 0) throw new Error(`Nothing is named ${positionals.join(', ')}.`)
  const parts = shardOf(selected, readShard(values.shard ?? '1/1')).toSorted((one, other) => compareText(one.lastOn, other.lastOn))
  if (values.list) {
    process.stdout.write(parts.map((part) => `${describePart(part)}\n`).join(''))
    return true
  }
  const isDirty = git('status', '--porcelain', '--', '.', ...writtenFiles.map((file) => `:!${file}`)).trim() !== ''
  if (isDirty) throw new Error('Commit your changes first: a pass is recorded for a commit.')
  const failed = await runParts(parts)
  for (const name of failed) process.stdout.write(`failed: ${name}\n`)
  process.stdout.write(`${parts.length - failed.length} passed, ${failed.length} failed\n`)
  return failed.length === 0
}

process.exitCode = (await main()) ? 0 : 1
