import { afterAll, beforeAll, describe, expect } from 'vitest'
import { connectLongWork, type LongWork, runWorker, type RunningWorker, type TemporalOptions } from '#adapters/temporal'
import type { RunningStep } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import {
  type Actor,
  fixedSealer,
  givenSync,
  givenSyncer,
  ownTemporal,
  recordHistory,
  syncSettings,
  useServer,
  useSyncs,
  workflowBundle,
  withOwner,
} from '#test'
import { generateDbtModel, publishDbtModel, startSyncs, type SyncId, SyncProblem, workflowIdOf } from './index.ts'

const server = useServer(syncSettings)
const it = withOwner(server, () => givenSyncer(server)).extend('syncJobId', ({ owner }) => givenSync(owner))
const syncs = useSyncs(server)
const patience = { timeout: 30_000, interval: 50 }

let temporal: TemporalOptions
let bundle: string
let longWork: LongWork
let worker: RunningWorker

const work = (): RunningWorker =>
  runWorker({
    temporal,
    sealer: fixedSealer(),
    nodeId: 'syncer',
    activities: {
      generateDbtModel: (sync: SyncId, step: RunningStep) => generateDbtModel(syncs.parts(), sync, step),
      publishDbtModel: (sync: SyncId, step: RunningStep) => publishDbtModel(syncs.parts(), sync, step),
    },
    workflowBundle: async () => bundle,
    servingProblem: async () => null,
    onWarning: () => undefined,
    onProblem: () => undefined,
  })

beforeAll(async () => {
  ;[temporal, bundle] = await Promise.all([ownTemporal(), workflowBundle('product')])
  longWork = await connectLongWork(temporal, fixedSealer())
  worker = work()
})
afterAll(async () => {
  await worker.stop()
  await longWork.close()
})

const start = () => {
  const { pool, calls } = server.services()
  return startSyncs({ pool, calls, work: longWork }, 1000)
}
const until = async ({ api, deploymentId }: Actor, status: string): Promise<void> => {
  await expect.poll(async () => (await api.listDbtSyncs({ params: { deploymentId } })).items[0]?.status, patience).toBe(status)
}
const ended = async ({ tenantId }: Actor, syncJobId: string, name: string) => {
  const workflowId = workflowIdOf({ tenantId, syncId: Number(syncJobId) })
  await expect.poll(() => longWork.describe(workflowId), patience).toBe('completed')
  await recordHistory(temporal, fixedSealer(), { workflow: 'dbtSync', name, workflowId })
}

describe('the workflow dbtSync', () => {
  it('brings a dbt project to a branch', async ({ owner, syncJobId }) => {
    await start()

    await until(owner, 'COMPLETED')
    expect(syncs.committed).toEqual([Number(syncJobId)])
    await ended(owner, syncJobId, 'completed')
  })

  it('ends well when the project is at fault, and is not repeated', async ({ owner, syncJobId }) => {
    syncs.stepsWith({ parse: () => Promise.reject(new SyncProblem('dbt_failed', 'No.')) })

    await start()

    await until(owner, 'FAILED')
    await ended(owner, syncJobId, 'failed')
    expect(syncs.taken.filter((step) => step === 'parse')).toHaveLength(1)
  })

  it('repeats what failed because something of ours was away, and commits once', async ({ owner, syncJobId }) => {
    const { publish } = syncs.parts().steps
    let isAway = true
    syncs.stepsWith({
      publish: async (publication, control) => {
        syncs.stepsWith({})
        const published = await publish(publication, control)
        if (!isAway) return published
        isAway = false
        throw new Failure('service_unavailable', 'The store is away.')
      },
    })

    await start()

    await until(owner, 'COMPLETED')
    expect(syncs.committed).toEqual([Number(syncJobId)])
    await ended(owner, syncJobId, 'repeated')
  })

  it('ends when its run is cancelled', async ({ owner, syncJobId }) => {
    const isCloning = Promise.withResolvers<null>()
    syncs.stepsWith({
      clone: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          isCloning.resolve(null)
          signal.addEventListener('abort', () => reject(new Error('killed')))
        }),
    })
    await start()
    await isCloning.promise

    await owner.api.cancelDbtSync({ params: { deploymentId: owner.deploymentId, syncJobId } })

    await until(owner, 'CANCELLED')
    await ended(owner, syncJobId, 'cancelled')
    expect(await syncs.left()).toEqual([])
  })

  it('goes on when a worker comes that was not there', async ({ owner }) => {
    await worker.stop()
    await givenSync(owner)
    await start()
    await until(owner, 'RUNNING')

    worker = work()

    await until(owner, 'COMPLETED')
    expect(syncs.committed).toHaveLength(1)
  })
})
