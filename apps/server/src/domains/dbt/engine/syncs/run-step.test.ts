import { describe, expect, test } from 'vitest'
import { Failure } from '#kernel/failure'
import { type Actor, calmStep, completedOutcome, givenOutcome, givenSync, givenSyncer, syncSettings, useServer, useSyncs } from '#test'
import { generateDbtModel, publishDbtModel, SyncProblem, type SyncSteps } from './index.ts'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })
const runOf = async ({ api, deploymentId }: Actor, syncJobId: string) =>
  (await api.listDbtSyncs({ params: { deploymentId } })).items.find((run) => run.syncJobId === syncJobId)
const givenRun = async (body: Parameters<typeof givenSync>[1] = {}) => {
  const owner = await givenSyncer(server)
  return { owner, syncJobId: await givenSync(owner, body) }
}
/** What never ends by itself. */
const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('killed')))
  })

const it = test.extend('run', () => givenRun())

describe('a dbt sync', () => {
  it('goes through its phases and says what it made', async () => {
    const { owner, syncJobId } = await givenRun({ branchName: 'review' })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.taken).toEqual(['clone', 'installPackages', 'parse', 'convert', 'publish'])
    const run = await runOf(owner, syncJobId)
    expect(run).toMatchObject({
      status: 'COMPLETED',
      lastStage: 'COMPLETED',
      durationMs: expect.any(Number),
      completedAt: expect.any(String),
      stats: { cubeCount: 2, generatedFileCount: 1, models: 3, sources: 9, macros: 512 },
      commitHash: 'c'.repeat(40),
    })
    expect(run?.phases?.map(({ phase, outcome }) => `${phase} ${outcome}`)).toEqual([
      'repo_clone ok',
      'dbt_deps ok',
      'dbt_parse ok',
      'convert ok',
      'publish ok',
    ])
    const offsets = run?.phases?.map(({ startedOffsetMs }) => startedOffsetMs) ?? []
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
    expect(await owner.api.getDbtSyncResult(params(owner, syncJobId))).toMatchObject({
      generatedFiles: [{ path: 'model/cubes/dbt/dbt_orders.yml' }],
      manifestStats: { models: 3, sources: 9, macros: 512 },
      cubeCount: 2,
    })
    expect(await syncs.left()).toEqual([])
  })

  it('shows its stage and what it works on while it runs', async ({ run: { owner, syncJobId } }) => {
    const isSeen = Promise.withResolvers<null>()
    syncs.stepsWith({
      parse: async ({ folder }, { onProgress }) => {
        onProgress('models/orders.sql')
        await isSeen.promise
        return { artifactsFolder: folder }
      },
    })
    const running = syncs.run(owner, syncJobId)

    await expect
      .poll(() => owner.api.getDbtSyncStatus(params(owner, syncJobId)), { timeout: 10_000 })
      .toMatchObject({
        status: 'COMPILING_DBT',
        progress: { stage: 'COMPILING_DBT', percentComplete: 50, message: 'Parsing the dbt project: models/orders.sql' },
      })
    isSeen.resolve(null)
    await running
  })

  it.each([
    ['clone', 'repo_clone', 'UPLOADING_PROJECT'],
    ['installPackages', 'dbt_deps', 'RUNNING_DBT_DEPS'],
    ['parse', 'dbt_parse', 'COMPILING_DBT'],
    ['convert', 'convert', 'PROCESSING_MANIFEST'],
    ['publish', 'publish', 'WRITING_CUBE_FILES'],
  ] as const)('fails with cause and place when %s finds fault with the project', async (step, failedPhase, lastStage) => {
    const { owner, syncJobId } = await givenRun()
    const problem = { file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error' }
    syncs.stepsWith({ [step]: () => Promise.reject(new SyncProblem('dbt_failed', 'models/orders.sql, line 3: no such ref.', problem)) })

    expect(await syncs.run(owner, syncJobId)).toBe('failed')

    const run = await runOf(owner, syncJobId)
    expect(run).toMatchObject({
      status: 'FAILED',
      errorMessage: 'models/orders.sql, line 3: no such ref.',
      failedPhase,
      lastStage,
      problem: { code: 'dbt_failed', phase: failedPhase, ...problem },
    })
    expect(run?.phases?.at(-1)).toMatchObject({ phase: failedPhase, outcome: 'failed' })
    // The same again would end the same.
    expect(syncs.taken.filter((each) => each === step)).toEqual([step])
    expect(syncs.committed).toEqual([])
    expect(await syncs.left()).toEqual([])
  })

  it('tries again what may pass, and nothing before it', async ({ run: { owner, syncJobId } }) => {
    let left = 2
    syncs.stepsWith({
      installPackages: async () => {
        if (left-- > 0) throw new SyncProblem('network', 'The host did not answer.', { isTransient: true })
      },
    })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.taken.slice(0, 5)).toEqual(['clone', 'installPackages', 'installPackages', 'installPackages', 'parse'])
    expect(await syncs.logOf(syncJobId)).toContain('The host did not answer. It is tried again.')
  })

  it('fails when what may pass does not', async ({ run: { owner, syncJobId } }) => {
    syncs.stepsWith({
      clone: () => Promise.reject(new SyncProblem('remote_unreachable', 'The host does not answer.', { isTransient: true })),
    })

    expect(await syncs.run(owner, syncJobId)).toBe('failed')

    expect(syncs.taken).toEqual(['clone', 'clone', 'clone'])
    expect(await runOf(owner, syncJobId)).toMatchObject({ problem: { code: 'remote_unreachable' } })
  })

  it('is left to be tried again when something of ours is away, with no outcome', async ({ run: { owner, syncJobId } }) => {
    syncs.stepsWith({ parse: () => Promise.reject(new Failure('service_unavailable', 'The store is away.')) })
    await expect(syncs.run(owner, syncJobId)).rejects.toThrow('The store is away.')
    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'RUNNING' })
    // By Temporal, with a pause that grows, and not in the middle of the phase.
    expect(syncs.taken.filter((step) => step === 'parse')).toHaveLength(1)
    syncs.stepsWith({})

    expect(await syncs.run(owner, syncJobId)).toBe('completed')
  })

  it('gives up a defect of ours after some attempts, and says where the operator looks', async ({ run: { owner, syncJobId } }) => {
    syncs.stepsWith({ parse: () => Promise.reject(new TypeError('a defect')) })
    await expect(syncs.run(owner, syncJobId, { progress: { defects: 3 } })).rejects.toThrow('a defect')

    expect(await syncs.run(owner, syncJobId, { progress: { defects: 4 } })).toBe('failed')

    expect(await runOf(owner, syncJobId)).toMatchObject({ errorMessage: expect.stringContaining(`sync ${syncJobId}`) })
  })

  it('is killed when it is cancelled, and ends cancelled', async ({ run: { owner, syncJobId } }) => {
    const isParsing = Promise.withResolvers<null>()
    syncs.stepsWith({
      parse: (_, { signal }) => {
        isParsing.resolve(null)
        return until(signal)
      },
    })
    const running = syncs.run(owner, syncJobId)
    await isParsing.promise
    const cancelledAt = performance.now()

    await owner.api.cancelDbtSync(params(owner, syncJobId))

    expect(await running).toBe('cancelled')
    expect(performance.now() - cancelledAt).toBeLessThan(3000)
    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'CANCELLED', errorMessage: null, lastStage: 'COMPILING_DBT' })
    expect(await syncs.left()).toEqual([])
  })

  it('commits nothing when it was cancelled before the branch moves', async ({ run: { owner, syncJobId } }) => {
    expect(await generateDbtModel(syncs.parts(), syncs.idOf(owner, syncJobId), calmStep())).toBe('generated')
    const { publish } = syncs.parts().steps
    let isFirst = true
    syncs.stepsWith({
      publish: async (publication, control) => {
        if (!isFirst) throw new Error('once')
        isFirst = false
        await owner.api.cancelDbtSync(params(owner, syncJobId))
        syncs.stepsWith({})
        return publish(publication, control)
      },
    })

    expect(await publishDbtModel(syncs.parts(), syncs.idOf(owner, syncJobId), calmStep())).toBe('cancelled')

    expect(syncs.committed).toEqual([])
    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'CANCELLED', commitHash: null })
  })

  it('completes when it was cancelled after its commit', async ({ run: { owner, syncJobId } }) => {
    expect(await generateDbtModel(syncs.parts(), syncs.idOf(owner, syncJobId), calmStep())).toBe('generated')
    const { publish } = syncs.parts().steps
    syncs.stepsWith({
      publish: async (publication, control) => {
        syncs.stepsWith({})
        const published = await publish(publication, control)
        expect(await owner.api.cancelDbtSync(params(owner, syncJobId))).toEqual({
          message: `Sync ${syncJobId} has committed; nothing was cancelled.`,
        })
        return published
      },
    })

    expect(await publishDbtModel(syncs.parts(), syncs.idOf(owner, syncJobId), calmStep())).toBe('completed')

    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'COMPLETED' })
  })

  it('completes when what fails after its commit passes', async ({ run: { owner, syncJobId } }) => {
    const { publish } = syncs.parts().steps
    const breaking: SyncSteps['publish'] = async (publication, control) => {
      syncs.stepsWith({})
      await publish(publication, control)
      throw new SyncProblem('too_slow', 'The phase took too long.')
    }
    syncs.stepsWith({ publish: breaking })
    await expect(syncs.run(owner, syncJobId)).rejects.toThrow('too long')
    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'RUNNING' })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.committed).toEqual([Number(syncJobId)])
  })

  it('begins with publishing where an earlier attempt has generated', async ({ run: { owner, syncJobId } }) => {
    await generateDbtModel(syncs.parts(), syncs.idOf(owner, syncJobId), calmStep())
    syncs.taken.length = 0

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.taken).toEqual(['publish'])
  })

  it('does nothing where the outcome is there already', async ({ run: { owner, syncJobId } }) => {
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await syncs.run(owner, syncJobId)).toBe('over')

    expect(syncs.taken).toEqual([])
  })

  it.each([
    ['the time to live of the settings to a branch whose name was made up', {}, 7200],
    ['none to a branch that was named', { branchName: 'review' }, null],
  ])('gives %s', async (_, body, expected) => {
    const { owner, syncJobId } = await givenRun(body)
    await server.query(`update dbt_integrations set settings = settings || '{"branchTtlSeconds": 7200}' where deployment_id = $1`, [
      owner.deploymentId,
    ])
    const given: (number | null)[] = []
    syncs.stepsWith({
      publish: async ({ branchTtlSeconds }) => {
        given.push(branchTtlSeconds)
        return { commitHash: null, files: [], diff: { tooLarge: 'Nothing.' } }
      },
    })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(given).toEqual([expected])
  })

  it('stops when another has written its outcome meanwhile, which stays', async ({ run: { owner, syncJobId } }) => {
    syncs.stepsWith({
      parse: async (_, { signal }) => {
        await givenOutcome(server, owner, syncJobId, completedOutcome)
        return until(signal)
      },
    })

    expect(await syncs.run(owner, syncJobId)).toBe('over')

    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(await syncs.left()).toEqual([])
  })

  it('stops when its worker does, and has no outcome by that', async ({ run: { owner, syncJobId } }) => {
    const stopping = new AbortController()
    syncs.stepsWith({
      clone: (_, { signal }) => {
        const ended = until(signal)
        stopping.abort(new Error('The worker stops.'))
        return ended
      },
    })

    await expect(syncs.run(owner, syncJobId, { signal: stopping.signal })).rejects.toThrow('The worker stops.')

    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'RUNNING' })
  })

  it('says to Temporal where it is', async ({ run: { owner, syncJobId } }) => {
    const told: unknown[] = []

    await syncs.run(owner, syncJobId, { heartbeat: (progress) => told.push(progress) })

    expect(told[0]).toMatchObject({ phase: 'begin', defects: 0, stage: 'INITIALIZING' })
  })

  it('fails when the integration is gone meanwhile', async ({ run: { owner, syncJobId } }) => {
    await server.query('delete from dbt_integrations where deployment_id = $1', [owner.deploymentId])

    expect(await syncs.run(owner, syncJobId)).toBe('failed')

    expect(await runOf(owner, syncJobId)).toMatchObject({ status: 'FAILED', failedPhase: null, problem: { code: 'dbt_not_configured' } })
  })
})
