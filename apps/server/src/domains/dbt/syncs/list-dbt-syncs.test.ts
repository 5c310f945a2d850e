import { describe, expect, it } from 'vitest'
import {
  type Actor,
  completedOutcome,
  failedOutcome,
  givenDbtProject,
  givenLostSync,
  givenOutcome,
  givenSync,
  givenSyncer,
  itPagesByCursor,
  syncSettings,
  useServer,
} from '#test'

const server = useServer(syncSettings)

const params = ({ deploymentId }: Actor) => ({ params: { deploymentId } })
const idsOf = async (owner: Actor, query: NonNullable<Parameters<Actor['api']['listDbtSyncs']>[0]['query']>) =>
  (await owner.api.listDbtSyncs({ ...params(owner), query })).items.map(({ syncJobId }) => syncJobId)
const only = async (owner: Actor) => {
  const [run, ...others] = (await owner.api.listDbtSyncs(params(owner))).items
  expect(others).toEqual([])
  return run
}

describe('listDbtSyncs', () => {
  itPagesByCursor(server, 'listDbtSyncs', {
    fill: async (owner) => {
      await givenDbtProject(server, owner)
      for (const ref of ['a', 'b', 'c']) await givenSync(owner, { ref })
      return params(owner)
    },
    grow: (owner) => givenSync(owner),
  })

  it('tells every field of a run that is under way', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner, { branchName: 'review', ref: 'release/1' })
    const { id: userId } = await owner.api.getCurrentUser()

    const run = await only(owner)

    expect(run).toEqual({
      syncJobId,
      deploymentId: owner.deploymentId,
      status: 'RUNNING',
      trigger: 'api',
      branchName: 'review',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      completedAt: null,
      durationMs: null,
      errorMessage: null,
      failedPhase: null,
      gitRef: 'release/1',
      lastStage: 'INITIALIZING',
      stats: null,
      triggerContext: null,
      userId,
      isPreview: false,
      commitHash: null,
      problem: null,
    })
    expect(run).not.toHaveProperty('phases')
  })

  it('tells every field of a run that completed', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await only(owner)).toMatchObject({
      syncJobId,
      status: 'COMPLETED',
      completedAt: '2026-11-16T12:00:14.000Z',
      durationMs: 13_870,
      errorMessage: null,
      failedPhase: null,
      gitRef: null,
      lastStage: 'COMPLETED',
      phases: [
        { phase: 'repo_clone', startedOffsetMs: 120, durationMs: 900, outcome: 'ok' },
        { phase: 'dbt_parse', startedOffsetMs: 1030, durationMs: 11_200, outcome: 'ok' },
      ],
      stats: { cubeCount: 2, generatedFileCount: 2, macros: 512, models: 3, sources: 9 },
      commitHash: completedOutcome.commitHash,
      problem: null,
    })
  })

  it('tells of a run that failed why and where, also when the clock of its worker was behind', async () => {
    const owner = await givenSyncer(server)
    await givenOutcome(server, owner, await givenSync(owner), failedOutcome)

    const run = await only(owner)

    expect(run).toMatchObject({
      status: 'FAILED',
      completedAt: '2026-11-16T12:00:02.000Z',
      durationMs: 1950,
      errorMessage: failedOutcome.errorMessage,
      failedPhase: 'dbt_parse',
      lastStage: 'COMPILING_DBT',
      phases: [{ outcome: 'ok' }, { phase: 'dbt_parse', outcome: 'failed' }],
      stats: null,
      problem: failedOutcome.problem,
    })
    expect(Date.parse(run?.completedAt ?? '')).toBeLessThan(Date.parse(run?.startedAt ?? ''))
  })

  it('tells a cancelled run apart from a failed one', async () => {
    const owner = await givenSyncer(server)
    await givenOutcome(server, owner, await givenSync(owner), { status: 'CANCELLED', durationMs: 5, lastStage: 'COMPILING_DBT' })

    expect(await only(owner)).toMatchObject({
      status: 'CANCELLED',
      completedAt: expect.any(String),
      durationMs: 5,
      errorMessage: null,
      failedPhase: null,
      lastStage: 'COMPILING_DBT',
      phases: [],
    })
  })

  it('tells a run that was lost as unknown, never as failed', async () => {
    const owner = await givenSyncer(server)
    await givenLostSync(server, owner, await givenSync(owner))

    const run = await only(owner)

    expect(run).toMatchObject({ status: 'UNKNOWN', completedAt: null, durationMs: null, errorMessage: null, failedPhase: null })
    expect(run).not.toHaveProperty('phases')
  })

  it('tells the context of a push, and what it was started by', async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    const triggerContext = { headSha: '5d0c1e7f', pushedBranch: 'main', targetBranch: 'review' }
    await server
      .database()
      .query("update dbt_syncs set trigger = 'webhook', user_id = null, trigger_context = $2 where id = $1", [
        syncJobId,
        JSON.stringify(triggerContext),
      ])

    expect(await only(owner)).toMatchObject({ trigger: 'webhook', triggerContext, userId: null })
  })

  it('filters by status and by trigger, each with the other, and null is no filter', async () => {
    const owner = await givenSyncer(server)
    const [running, completed, failed, cancelled, lost] = [
      await givenSync(owner),
      await givenSync(owner),
      await givenSync(owner),
      await givenSync(owner),
      await givenSync(owner),
    ]
    await givenOutcome(server, owner, completed, completedOutcome)
    await givenOutcome(server, owner, failed, failedOutcome)
    await givenOutcome(server, owner, cancelled, { status: 'CANCELLED' })
    await givenLostSync(server, owner, lost)
    await server.database().query("update dbt_syncs set trigger = 'manual' where id = $1", [failed])

    expect(await idsOf(owner, {})).toEqual([lost, cancelled, failed, completed, running])
    expect(await idsOf(owner, { status: 'RUNNING' })).toEqual([running])
    expect(await idsOf(owner, { status: 'COMPLETED' })).toEqual([completed])
    expect(await idsOf(owner, { status: 'FAILED' })).toEqual([failed])
    expect(await idsOf(owner, { status: 'CANCELLED' })).toEqual([cancelled])
    expect(await idsOf(owner, { status: 'UNKNOWN' })).toEqual([lost])
    expect(await idsOf(owner, { trigger: 'manual' })).toEqual([failed])
    expect(await idsOf(owner, { trigger: 'api', status: 'FAILED' })).toEqual([])
    expect(await idsOf(owner, { trigger: 'agent' })).toEqual([])
    expect((await idsOf(owner, { status: null, trigger: null })).length).toBe(5)
  })

  it('shows no run of another deployment', async () => {
    const owner = await givenSyncer(server)
    const other = await givenSyncer(server)
    await givenSync(other)

    expect(await idsOf(owner, {})).toEqual([])
  })
})
