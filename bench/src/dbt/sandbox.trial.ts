import { join } from 'node:path'
import { runInOwnNetwork } from '../modeling/urls/network.ts'
import type { Trial } from '../trial.ts'
import { plants } from './sandbox/plants.ts'
import type { Found } from './sandbox/probing.ts'
import type { Findings } from './sandbox/program.ts'

const maxPastLimitMs = 1000

const named = ({ phase, name, why }: Found): string => `${phase}: ${name}${why === '' ? '' : ` (${why})`}`

const countsOf = (found: readonly Found[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(found, ({ phase }) => phase)].map(([phase, own]) => [phase, own.length]))

export const trial: Trial = {
  family: 'security',
  name: 'sandbox',
  runsOn: 'landing',
  summary: 'hostile repositories, packages and programs in each phase of a dbt sync',
  claim: 'Code of a dbt project reaches no other tenant, host, file, process or secret, and is killed at its limits.',
  gate: '`escapes` empty. A process over a limit ends within 1 s.',
  onFailure: 'The report names the attack and its phase. Check the sandbox wall that should stop it (`adapters/sandbox`).',
  watches: ['adapters/children', 'adapters/dbt', 'adapters/git', 'adapters/outbound', 'adapters/sandbox', 'dbt/engine'],
  needs: ['bubblewrap', 'dbt', 'namespaces'],
  plants: plants.map(({ changes }) => changes),
  short: { seconds: 120, pace: 'alone' },
  run: async ({ quick, say }) => {
    const program = join(import.meta.dirname, 'sandbox', 'program.ts')
    const { inside, withoutWall, planted } = JSON.parse(await runInOwnNetwork(program, [quick ? 'quick' : 'full'], say)) as Findings
    const escapes = inside.filter(({ isReached }) => isReached).map(named)
    // What nobody reaches says nothing about the wall.
    const toothless = withoutWall.filter(({ isReached }) => !isReached).map(named)
    const late = inside.flatMap(({ pastLimitMs }) => (pastLimitMs === undefined ? [] : [pastLimitMs]))
    const unseen = planted.filter(({ isSeen }) => !isSeen).map(({ name }) => name)
    for (const one of escapes) say(`REACHED ${one}`)
    for (const one of toothless) say(`not reached without the wall either: ${one}`)
    const areAllTried = inside.length === withoutWall.length && inside.length > 0
    const longest = Math.max(0, ...late)
    return {
      isPassed: escapes.length + toothless.length + unseen.length === 0 && areAllTried && late.length > 0 && longest <= maxPastLimitMs,
      figures: {
        ...{ attacks: inside.length, escapes, toothless, limitsMet: late.length, maxPastLimitMs: longest },
        byPhase: countsOf(inside),
        ...{ planted: `${planted.length - unseen.length} of ${planted.length} seen`, unseen },
      },
    }
  },
}
