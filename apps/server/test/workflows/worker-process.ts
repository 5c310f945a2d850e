import { type RunningActivity, runWorker, type TemporalOptions } from '#adapters/temporal'
import { fixedSealer } from '../fixed-sealer.ts'

/** A worker that begins every step and finishes none, until somebody kills it. */
const [options = '', bundle = ''] = process.argv.slice(2)

const first = (_input: never, { heartbeat }: RunningActivity): Promise<never> => {
  process.stdout.write('began\n')
  setInterval(() => heartbeat(), 200)
  return new Promise(() => undefined)
}

runWorker({
  temporal: JSON.parse(options) as TemporalOptions,
  sealer: fixedSealer(),
  nodeId: 'doomed',
  activities: { first, second: first },
  workflowBundle: async () => bundle,
  servingProblem: async () => null,
  onWarning: () => undefined,
  onProblem: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
})
