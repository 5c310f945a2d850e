import type { Trial } from '../../trial.ts'
import { createLane } from './content-model/lane.ts'
import { runSequences } from './content-model/sequences.ts'
import { runModelTrial } from './model-trial.ts'

export const trial: Trial = {
  family: 'faults',
  name: 'content-model',
  runsOn: 'landing',
  summary: 'random sequences of content operations by every kind of caller, against a model in memory',
  claim: 'Content permissions, sharing, publishing and copying follow the specified rules in every order of requests.',
  gate: '0 divergences between service and model.',
  onFailure:
    'The report prints the shortest failing sequence with its seed. Either a rule is broken or the contract contradicts the model.',
  needs: ['postgres'],
  short: { seconds: 35, pace: 'works' },
  run: (options) =>
    runModelTrial({ createLane, runSequences, failedSeeds: [1, 1_158_437_274], sequences: { quick: 600, full: 50_000 } }, options),
}
