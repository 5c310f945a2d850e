import { join } from 'node:path'
import { judged } from '../../harness/last-line.ts'
import { runInOwnNetwork } from '../input/urls/network.ts'
import type { Trial } from '../../trial.ts'
import type { Found } from './dbt/probing.ts'
import type { Found as EngineFound } from './engine/program.ts'

const maxPastLimitMs = 1000
const leastTargets = 20

export const trial: Trial = {
  family: 'security',
  name: 'sandbox',
  runsOn: 'landing',
  summary: 'hostile repositories, packages, programs, data models and cube.js in dbt syncs and engines',
  claim: 'Customer code reaches no other tenant, host, file, process or secret, and is killed at its limits.',
  gate: '0 escapes. A process over a limit ends within 1 s.',
  onFailure: '`escapes` names phase and attack: check `adapters/sandbox` and `adapters/git/package-guard.ts`.',
  needs: ['bubblewrap', 'cube', 'dbt', 'namespaces', 'postgres', 's3', 'temporal'],
  short: { seconds: 90, pace: 'alone' },
  run: async ({ quick, say }) => {
    const runProgram = async <Result>(program: string, args: string[] = []): Promise<Result> =>
      JSON.parse(await runInOwnNetwork(join(import.meta.dirname, program), args, say)) as Result
    const dbt = await runProgram<Found[]>('dbt/suite.ts', [quick ? 'quick' : 'full'])
    const engine = await runProgram<EngineFound>('engine/program.ts')
    const escapes = [...dbt, ...Object.entries(engine.inside).flatMap(([phase, tried]) => tried.map((one) => ({ phase, ...one })))]
      .filter(({ isReached }) => isReached)
      .map(({ phase, name, why }) => `${phase}: ${name} (${why})`)
    const pastLimitMs = dbt.flatMap(({ pastLimitMs: ms }) => ms ?? [])
    const longest = Math.max(0, ...pastLimitMs)
    return {
      ...judged({
        'no attack escapes': escapes.length === 0,
        'limits were met, and processes over a limit ended in time': pastLimitMs.length > 0 && longest <= maxPastLimitMs,
        'every target of an engine was tried':
          engine.targets >= leastTargets && Object.values(engine.inside).every((tried) => tried.length === engine.targets),
      }),
      figures: {
        escapes,
        dbtAttacks: Object.fromEntries([...Map.groupBy(dbt, ({ phase }) => phase)].map(([phase, of]) => [phase, of.length])),
        limitsMet: pastLimitMs.length,
        maxPastLimitMs: longest,
        engineTargets: engine.targets,
      },
    }
  },
}
