import { join } from 'node:path'
import { runInOwnNetwork } from '../input/urls/network.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { plants } from './dbt/plants.ts'
import type { Found } from './dbt/probing.ts'
import type { Findings } from './dbt/program.ts'
import type { Found as EngineFound } from './engine/program.ts'

const maxPastLimitMs = 1000

const named = ({ phase, name, why }: Found): string => `${phase}: ${name} (${why})`

const countsOf = (found: Found[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(found, ({ phase }) => phase)].map(([phase, of]) => [phase, of.length]))

const runProgram = async <Result>(part: 'dbt' | 'engine', args: string[], say: TrialOptions['say']): Promise<Result> =>
  JSON.parse(await runInOwnNetwork(join(import.meta.dirname, '.', part, 'program.ts'), args, say)) as Result

/** Attacks from repositories, packages and programs in each phase of a dbt sync. */
const attackFromDbt = async (options: TrialOptions): Promise<Finding> => {
  const { quick, say } = options
  const args = [quick ? 'quick' : 'full', options.plants ? 'plants' : '']
  const { inside, planted } = await runProgram<Findings>('dbt', args, say)
  const escapes = inside.filter(({ isReached }) => isReached).map(named)
  // An attack that fails without a sandbox too proves nothing.
  const toothless = planted?.withoutWall.filter(({ isReached }) => !isReached).map(named) ?? []
  const unseen = planted?.walls.filter(({ isSeen }) => !isSeen).map(({ name }) => name) ?? []
  const late = inside.flatMap(({ pastLimitMs }) => (pastLimitMs === undefined ? [] : [pastLimitMs]))
  for (const one of escapes) say(`REACHED ${one}`)
  for (const one of toothless) say(`not reached without a sandbox either: ${one}`)
  const areAllTried = inside.length > 0 && (planted === undefined || planted.withoutWall.length === inside.length)
  const longest = Math.max(0, ...late)
  return {
    isPassed: escapes.length + toothless.length + unseen.length === 0 && areAllTried && late.length > 0 && longest <= maxPastLimitMs,
    figures: {
      ...{ attacks: inside.length, escapes, limitsMet: late.length, maxPastLimitMs: longest, byPhase: countsOf(inside) },
      ...(planted ? { planted: { of: planted.walls.length, unseen, toothless } } : {}),
    },
  }
}

/** Attacks from a data model and its cube.js inside the engine. */
const attackFromEngine = async (options: TrialOptions): Promise<Finding> => {
  const { targets, withoutWall, inside } = await runProgram<EngineFound>('engine', [options.plants ? 'plants' : ''], options.say)
  const escapes = Object.entries(inside).flatMap(([where, tried]) =>
    tried.filter(({ isReached }) => isReached).map(({ name }) => `${where}: ${name}`),
  )
  const toothless = withoutWall?.filter(({ isReached }) => !isReached).map(({ name, why }) => `${name} (${why})`) ?? []
  for (const one of escapes) options.say(`REACHED ${one}`)
  for (const one of toothless) options.say(`not reached without a sandbox either: ${one}`)
  const areAllTried = Object.values(inside).every((tried) => tried.length === targets)
  return {
    isPassed: escapes.length === 0 && toothless.length === 0 && areAllTried && targets >= 20,
    figures: { targets, escapes, tried: Object.keys(inside), ...(withoutWall ? { planted: { toothless } } : {}) },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'sandbox',
  runsOn: 'landing',
  summary: 'hostile repositories, packages, programs, data models and cube.js in dbt syncs and engines',
  claim: 'Customer code reaches no other tenant, host, file, process or secret, and is killed at its limits.',
  gate: '0 escapes. A process over a limit ends within 1 s. Nightly: each attack works without a sandbox, each disabled part is detected.',
  onFailure:
    '`escapes` names attack and phase: check `adapters/sandbox` and the guard of packages. `toothless`: the attack proves nothing on this machine.',
  needs: ['bubblewrap', 'cube', 'dbt', 'namespaces', 'postgres', 's3', 'temporal'],
  plants: plants.map(({ changes }) => changes),
  short: { seconds: 90, pace: 'alone' },
  run: async (options) => {
    const [dbt, engine] = [await attackFromDbt(options), await attackFromEngine(options)]
    return { isPassed: dbt.isPassed && engine.isPassed, figures: { dbt: dbt.figures, engine: engine.figures } }
  },
}
