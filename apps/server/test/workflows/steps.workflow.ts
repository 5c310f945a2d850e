import { proxyActivities } from '@temporalio/workflow'

export type StepInput = { what: string; text: string }
type Step = (input: StepInput) => Promise<string>

const { first, second } = proxyActivities<{ first: Step; second: Step }>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '2 seconds',
  retry: { initialInterval: '50 milliseconds', maximumAttempts: 3 },
})

/** Two steps, the second with what the first answered: what tests need of a workflow. */
export const steps = async (input: StepInput): Promise<string> => second({ ...input, text: await first(input) })
