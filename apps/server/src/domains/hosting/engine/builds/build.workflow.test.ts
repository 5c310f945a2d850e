import { afterAll, beforeAll, describe, expect } from 'vitest'
import { connectLongWork, type LongWork, runWorker, type RunningWorker, type TemporalOptions } from '#adapters/temporal'
import { inTransaction } from '#db'
import { Failure } from '#kernel/failure'
import {
  type Actor,
  fixedSealer,
  givenFiles,
  givenModeler,
  ownTemporal,
  plainReport,
  recordHistory,
  useBuilds,
  useServer,
  workflowBundle,
  withOwner,
} from '#test'
import { activateBuild, type BuildId, makeBuild, requestBuild, type RunningStep, startBuilds, workflowIdOf } from './index.ts'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)
/** What each attempt was told of the one before. */
const progress: unknown[] = []
const patience = { timeout: 30_000, interval: 50 }

let temporal: TemporalOptions
let bundle: string
let longWork: LongWork
let worker: RunningWorker

const work = (): RunningWorker =>
  runWorker({
    temporal,
    sealer: fixedSealer(),
    nodeId: 'builder',
    activities: {
      makeBuild: (build: BuildId, step: RunningStep) => {
        progress.push(step.progress)
        return makeBuild(builds.parts(), build, step)
      },
      activateBuild: (build: BuildId) => activateBuild(builds.parts(), build),
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
  return startBuilds({
    pool,
    calls,
    work: longWork,
    onProblem: (error) => {
      throw error
    },
  })
}
const until = async (actor: Actor, status: string): Promise<void> => {
  await expect.poll(async () => (await builds.newest(actor)).status, patience).toBe(status)
}
const ended = async (actor: Actor, name: string) => {
  const workflowId = workflowIdOf(builds.idOf(actor, await builds.newest(actor)))
  await expect.poll(() => longWork.describe(workflowId), patience).toBe('completed')
  await recordHistory(temporal, fixedSealer(), { workflow: 'build', name, workflowId })
}

describe('the workflow build', () => {
  it('makes what production serves of a head', async ({ owner }) => {
    await start()

    await until(owner, 'built')
    expect(await builds.served(owner)).toBe((await builds.newest(owner)).id)
    await ended(owner, 'built')
  })

  it('ends well when the model is at fault, and is not repeated', async ({ owner }) => {
    const compiled = builds.compiled.length
    builds.compileWith(async () => ({ ...plainReport, errors: [{ file: 'a.yml', line: 1, message: 'No.' }] }))

    await start()

    await until(owner, 'failed')
    builds.compileWith(null)
    expect(builds.compiled).toHaveLength(compiled + 1)
    await ended(owner, 'failed')
  })

  it('repeats what failed because something of ours was away', async ({ owner }) => {
    const thrown = [new TypeError('a defect'), new Failure('rate_limited', 'As many wait already as may.')]
    builds.compileWith(async () => {
      const error = thrown.shift()
      if (error) throw error
      return plainReport
    })
    progress.length = 0

    await start()

    await until(owner, 'built')
    builds.compileWith(null)
    expect(progress).toMatchObject([undefined, { defects: 1 }, { defects: 1 }])
    await ended(owner, 'repeated')
  })

  it('is cancelled by a newer one of the same environment, whose outcome counts', async ({ owner }) => {
    let isFirst = true
    builds.compileWith(({ signal }) => {
      if (!isFirst) return Promise.resolve(plainReport)
      isFirst = false
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    await start()
    await until(owner, 'building')
    const older = await builds.newest(owner)
    await expect.poll(() => isFirst, patience).toBe(false)
    await givenFiles(server, owner, 'main', { 'model/a.yml': 'cubes: []' })

    await start()

    await until(owner, 'built')
    builds.compileWith(null)
    expect((await builds.rows(owner)).find(({ id }) => id === older.id)).toMatchObject({ status: 'cancelled' })
    await expect
      .poll(() => longWork.describe(workflowIdOf(builds.idOf(owner, older))), patience)
      .toSatisfy((state) => state === 'cancelled' || state === 'completed')
    // Temporal does not wait for the step, which hears of it with its next heartbeat.
    await expect.poll(builds.left, patience).toEqual([])
  })

  it('goes on when a worker comes that was not there', async ({ owner }) => {
    await worker.stop()
    await start()
    await inTransaction(server.services().pool, owner.tenantId, 'read write', (db) => requestBuild(db, owner, { reason: 'requested' }))
    await start()
    expect((await builds.newest(owner)).status).toBe('queued')

    worker = work()

    await until(owner, 'built')
  })
})
