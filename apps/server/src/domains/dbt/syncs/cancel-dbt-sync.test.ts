import { describe, expect, it } from 'vitest'
import {
  type Actor,
  completedOutcome,
  givenLostSync,
  givenOutcome,
  givenSync,
  givenSyncer,
  refusalOf,
  syncSettings,
  useServer,
} from '#test'

const server = useServer(syncSettings)

const cancel = ({ api, deploymentId }: Actor, syncJobId: string) => api.cancelDbtSync({ params: { deploymentId, syncJobId } })
const stateOf = async ({ api, deploymentId }: Actor) => (await api.listDbtSyncs({ params: { deploymentId } })).items[0]

describe('cancelDbtSync', () => {
  it('ends at once what nobody has begun', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({
      status: 'CANCELLED',
      completedAt: expect.any(String),
      durationMs: expect.any(Number),
      lastStage: 'INITIALIZING',
    })
    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (CANCELLED); nothing was cancelled.` })
  })

  it('asks whoever works on a run to end it, who says when it has', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await server.database().query("update dbt_syncs set begun_at = now(), stage = 'COMPILING_DBT' where id = $1", [syncJobId])

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} is being cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'RUNNING', completedAt: null })
    expect(await owner.api.getDbtSyncStatus({ params: { deploymentId: owner.deploymentId, syncJobId } })).toMatchObject({
      status: 'COMPILING_DBT',
      progress: { message: 'Being cancelled' },
    })
  })

  it('leaves a run as it is that has ended', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (COMPLETED); nothing was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'COMPLETED' })
  })

  it('leaves a run as it is of which nobody knows what became: it may have committed', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenLostSync(server, owner, syncJobId)

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (UNKNOWN); nothing was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'UNKNOWN', completedAt: null })
  })

  it('does not find a run that is not there', async () => {
    expect(await refusalOf(cancel(await server.admin(), '12'))).toMatchObject({ status: 404, code: 'dbt_sync_not_found' })
  })
})
