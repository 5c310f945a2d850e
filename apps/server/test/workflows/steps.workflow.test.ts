import { expect, it } from 'vitest'
import { connectLongWork, runWorker } from '#adapters/temporal'
import { recordHistory } from '../histories.ts'
import { fixedSealer } from '../fixed-sealer.ts'
import { ownTemporal, workflowBundle } from '../long-work.ts'

it('is recorded as it runs through', async () => {
  const [temporal, bundle] = await Promise.all([ownTemporal(), workflowBundle('steps')])
  const sealer = fixedSealer()
  const longWork = await connectLongWork(temporal, sealer)
  const step = async ({ text }: { text: string }): Promise<string> => `${text}!`
  const worker = runWorker({
    temporal,
    sealer,
    nodeId: 'recorder',
    activities: { first: step, second: step },
    workflowBundle: async () => bundle,
    servingProblem: async () => null,
    onWarning: () => undefined,
    onProblem: () => undefined,
  })
  try {
    await longWork.start({
      workflow: 'steps',
      id: 'recorded',
      args: [{ what: 'echo', text: 'hello' }],
      fairnessKey: '7',
      onConflict: 'fail',
    })
    await expect.poll(() => longWork.describe('recorded'), { timeout: 30_000 }).toBe('completed')
    await recordHistory(temporal, sealer, { workflow: 'steps', name: 'runs-through', workflowId: 'recorded' })
  } finally {
    await worker.stop()
    await longWork.close()
  }
})
