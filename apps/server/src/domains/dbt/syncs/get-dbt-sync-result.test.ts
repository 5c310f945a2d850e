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

const resultOf = ({ api, deploymentId }: Actor, syncJobId: string) => api.getDbtSyncResult({ params: { deploymentId, syncJobId } })

describe('getDbtSyncResult', () => {
  it('tells every field of what a run made', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await resultOf(owner, syncJobId)).toEqual({
      syncJobId,
      generatedFiles: [{ path: 'model/cubes/dbt/dbt_orders.yml' }, { path: 'model/cubes/dbt/dbt_users.yml' }],
      manifestStats: { models: 3, sources: 9, macros: 512 },
      cubeCount: 2,
      completedAt: '2026-11-16T12:00:14.000Z',
      durationMs: 13_870,
      commitHash: completedOutcome.commitHash,
    })
  })

  it.each([
    ['runs', null, /not ended yet/],
    ['failed', failedOutcome, /failed; its status says why/],
    ['was cancelled', { status: 'CANCELLED' } as const, /was cancelled/],
  ])('has none of a run that %s', async (_, outcome, says) => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    if (outcome) await givenOutcome(server, owner, syncJobId, outcome)

    const refused = await refusalOf(resultOf(owner, syncJobId))

    expect(refused).toMatchObject({ status: 404, code: 'dbt_sync_no_result' })
    expect(refused.message).toMatch(says)
  })

  it('has none of a run that was lost', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenLostSync(server, owner, syncJobId)

    expect(await refusalOf(resultOf(owner, syncJobId))).toMatchObject({ status: 404, code: 'dbt_sync_no_result' })
  })
})
