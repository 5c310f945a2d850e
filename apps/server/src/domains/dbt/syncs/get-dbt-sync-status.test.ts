import { dbtSyncStages } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  completedOutcome,
  failedOutcome,
  givenLostSync,
  givenOutcome,
  givenSync,
  givenSyncer,
  refusalOf,
  syncSettings,
  useServer,
} from '#test'

const server = useServer(syncSettings)

const statusOf = ({ api, deploymentId }: Actor, syncJobId: string) => api.getDbtSyncStatus({ params: { deploymentId, syncJobId } })

describe('getDbtSyncStatus', () => {
  it('begins with nothing done', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)

    expect(await statusOf(owner, syncJobId)).toEqual({
      syncJobId,
      status: 'INITIALIZING',
      progress: { stage: 'INITIALIZING', percentComplete: 0, message: null },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      error: null,
      problem: null,
    })
  })

  it('tells each stage with its percentage, which only grows, and what is worked on', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    const told: number[] = []
    for (const stage of Object.keys(dbtSyncStages)) {
      await server.database().query("update dbt_syncs set stage = $2, message = 'models/orders.sql' where id = $1", [syncJobId, stage])
      const { status, progress } = await statusOf(owner, syncJobId)
      expect([status, progress.stage, progress.message]).toEqual([stage, stage, 'models/orders.sql'])
      told.push(progress.percentComplete)
    }

    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(dbtSyncStages.COMPILING_DBT).toBe(50)
  })

  it('tells that a run completed', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'COMPLETED',
      progress: { stage: 'COMPLETED', percentComplete: 100, message: null },
      error: null,
    })
  })

  it('tells why a run failed, and the stage it had reached', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, failedOutcome)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'FAILED',
      progress: { stage: 'COMPILING_DBT', percentComplete: 50 },
      error: failedOutcome.errorMessage,
      problem: { code: 'dbt_parse_failed', file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error' },
    })
  })

  it('tells a cancelled run as failed, as clients of the reference know it', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, { status: 'CANCELLED', lastStage: 'COMPILING_DBT' })

    expect(await statusOf(owner, syncJobId)).toMatchObject({ status: 'FAILED', error: 'The sync was cancelled.' })
  })

  it('tells a lost run as unknown, without an error', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenLostSync(server, owner, syncJobId)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'UNKNOWN',
      progress: { message: expect.stringContaining('could not be established') },
      error: null,
    })
  })

  it.each(['999999999', '0', '-1', '1.5', 'latest', '9'.repeat(40), "1' or true --"])('does not find the run %s', async (syncJobId) => {
    const owner = await server.admin()

    expect(await refusalOf(statusOf(owner, syncJobId))).toMatchObject({ status: 404, code: 'dbt_sync_not_found' })
  })

  it('does not find the run of another deployment of the tenant', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    const { id } = await owner.api.createDeployment({
      body: {
        name: 'Second',
        cloudProvider: 'cubecloud',
        isManaged: true,
        region: 'local',
        targetPlatform: 'aws',
        creationStep: 'project',
      },
    })

    expect(await refusalOf(statusOf({ ...owner, deploymentId: id }, syncJobId))).toMatchObject({ status: 404, code: 'dbt_sync_not_found' })
  })
})
