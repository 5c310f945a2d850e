import { join } from 'node:path'
import { runInOwnNetwork } from '../modeling/urls/network.ts'
import type { Trial } from '../trial.ts'
import type { Found } from './engine-code/program.ts'

export const trial: Trial = {
  family: 'security',
  name: 'engine-code',
  runsOn: 'landing',
  summary: 'a hostile model and cube.js that probe the host from inside the engine',
  claim: 'Model code reaches only the declared warehouse.',
  gate: '0 targets reached. Outside the sandbox, the same probe reaches every target.',
  onFailure: 'The report names the target and the response.',
  watches: ['adapters', 'gateway', 'hosting', 'cube-process'],
  needs: ['bubblewrap', 'cube', 'namespaces', 'postgres', 's3', 'temporal'],
  short: { seconds: 60, pace: 'waits' },
  run: async ({ say }) => {
    const { targets, withoutWall, inside } = JSON.parse(
      await runInOwnNetwork(join(import.meta.dirname, 'engine-code', 'program.ts'), [], say),
    ) as Found
    const reached = Object.entries(inside).flatMap(([where, tried]) =>
      tried.filter(({ isReached }) => isReached).map(({ name }) => `${where}: ${name}`),
    )
    // What nobody reaches says nothing about the wall.
    const toothless = withoutWall.filter(({ isReached }) => !isReached).map(({ name, why }) => `${name} (${why})`)
    for (const one of reached) say(`REACHED ${one}`)
    for (const one of toothless) say(`not reached without the wall either: ${one}`)
    const areAllTried = Object.values(inside).every((tried) => tried.length === targets)
    return {
      isPassed: reached.length === 0 && toothless.length === 0 && areAllTried && targets >= 20,
      figures: { targets, reached, reachedWithoutWall: targets - toothless.length, tried: Object.keys(inside) },
    }
  },
}
