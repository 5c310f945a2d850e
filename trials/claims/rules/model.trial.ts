import type { Installation } from '../../harness/installation.ts'
import type { Trial } from '../../trial.ts'
import { createLane } from './model/lane.ts'
import { runSequences } from './model/sequences.ts'
import { runModelTrial } from './model-trial.ts'

/** Counts the statements that wrote sessions of several tenants: sessions of one statement have the same time. */
const countShared = async (installation: Installation): Promise<number> => {
  const [row] = await installation.sql<{ count: number }>(
    'select count(*)::int as count from (select from embed_sessions group by created_at having count(distinct tenant_id) > 1) shared',
  )
  return row?.count ?? 0
}

export const trial: Trial = {
  family: 'faults',
  name: 'model',
  runsOn: 'landing',
  summary: 'random sequences of embed operations, against a model in memory',
  claim: 'Sessions, groups, members and revocations follow the specified rules in every order of requests.',
  gate: '0 divergences between service and model. Requests of several tenants shared a batch.',
  onFailure:
    'The report prints the shortest failing sequence with its seed. `model/expected.ts` implements the rules. `sharedBatches` 0: batching never happened.',
  needs: ['postgres'],
  short: { seconds: 28, pace: 'works' },
  run: (options) =>
    runModelTrial({ createLane, runSequences, failedSeeds: [1], sequences: { quick: 600, full: 100_000 }, countShared }, options),
}
