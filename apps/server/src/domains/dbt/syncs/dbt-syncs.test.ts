import { dbtSyncStages } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  type Actor,
  completedOutcome,
  failedOutcome,
  failureOf,
  givenDbtProject,
  givenLaunch,
  givenLostSync,
  givenOutcome,
  givenSync,
  givenSyncer,
  givenSyncObject,
  itPagesByCursor,
  refusalOf,
  syncSettings,
  useServer,
  withOwner,
} from '#test'

const server = useServer(syncSettings)
const it = withOwner(server, () => givenSyncer(server)).extend('syncJobId', ({ owner }) => givenSync(owner))

const idsOf = async (owner: Actor, query: NonNullable<Parameters<Actor['api']['listDbtSyncs']>[0]['query']>) =>
  (await owner.api.listDbtSyncs({ params: owner, query })).items.map(({ syncJobId }) => syncJobId)

const only = async (owner: Actor) => {
  const [run, ...others] = (await owner.api.listDbtSyncs({ params: owner })).items
  expect(others).toEqual([])
  return run
}

describe('listDbtSyncs', () => {
  itPagesByCursor(server, 'listDbtSyncs', {
    fill: async (owner) => {
      await givenDbtProject(server, owner)
      for (const ref of ['a', 'b', 'c']) await givenSync(owner, { ref })
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => givenSync(owner),
  })

  it('tells every field of a run that is under way', async ({ owner }) => {
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

  it('tells every field of a run that completed', async ({ owner, syncJobId }) => {
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

  it('tells of a run that failed why and where, also when the clock of its worker was behind', async ({ owner }) => {
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

  it('tells a cancelled run apart from a failed one', async ({ owner }) => {
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

  it('tells a run that was lost as unknown, never as failed', async ({ owner }) => {
    await givenLostSync(server, owner, await givenSync(owner))

    const run = await only(owner)

    expect(run).toMatchObject({ status: 'UNKNOWN', completedAt: null, durationMs: null, errorMessage: null, failedPhase: null })
    expect(run).not.toHaveProperty('phases')
  })

  it('tells the context of a push, and what it was started by', async ({ owner, syncJobId }) => {
    const triggerContext = { headSha: '5d0c1e7f', pushedBranch: 'main', targetBranch: 'review' }
    await server.query("update dbt_syncs set trigger = 'webhook', user_id = null, trigger_context = $2 where id = $1", [
      syncJobId,
      JSON.stringify(triggerContext),
    ])

    expect(await only(owner)).toMatchObject({ trigger: 'webhook', triggerContext, userId: null })
  })

  it('filters by status and by trigger, each with the other, and null is no filter', async ({ owner }) => {
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
    await server.query("update dbt_syncs set trigger = 'manual' where id = $1", [failed])

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

  it('shows no run of another deployment', async ({ owner }) => {
    const other = await givenSyncer(server)
    await givenSync(other)

    expect(await idsOf(owner, {})).toEqual([])
  })
})

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })

const say = ({ tenantId }: Actor, syncJobId: string, ...lines: string[]) =>
  server.query(
    'insert into dbt_sync_log_lines (tenant_id, sync_id, logged_at, message) select $1, $2, now(), line from unnest($3::text[]) line',
    [tenantId, syncJobId, lines],
  )

const runs = new Map<number, string>()

describe('getDbtSyncLog', () => {
  itPagesByCursor(server, 'getDbtSyncLog', {
    fill: async (owner) => {
      const syncJobId = await givenLaunch(server, owner)
      runs.set(owner.tenantId, syncJobId)
      await say(owner, syncJobId, 'one', 'two', 'three')
      return params(owner, syncJobId)
    },
    grow: (owner) => say(owner, runs.get(owner.tenantId) ?? '', 'four'),
  })

  it('shows what the run said, oldest first, and nothing of another run', async ({ owner }) => {
    const [syncJobId, other] = [await givenLaunch(server, owner), await givenLaunch(server, owner)]
    await say(owner, syncJobId, 'Cloning the dbt repository.', 'Parsing the dbt project.')
    await say(owner, other, 'Something else.')

    const { items } = await owner.api.getDbtSyncLog(params(owner, syncJobId))

    expect(items).toEqual([
      { date: expect.stringMatching(/Z$/), message: 'Cloning the dbt repository.' },
      { date: expect.stringMatching(/Z$/), message: 'Parsing the dbt project.' },
    ])
  })
})

const report = { project: 'shop', models: [{ modelId: 'model.shop.orders', key: { columns: ['id'], evidence: ['unique'] } }] }

const givenReport = async (owner: Actor): Promise<string> => {
  const syncJobId = await givenLaunch(server, owner)
  await givenSyncObject(server, owner, syncJobId, 'report', JSON.stringify(report))
  return syncJobId
}

describe('getDbtSyncReport', () => {
  it('tells what was decided about each model', async ({ owner }) => {
    expect(await owner.api.getDbtSyncReport(params(owner, await givenReport(owner)))).toEqual(report)
  })

  it('has none of a run that has not come that far', async ({ owner }) => {
    const refused = await refusalOf(owner.api.getDbtSyncReport(params(owner, await givenLaunch(server, owner))))

    expect(refused).toMatchObject({ status: 404, code: 'dbt_sync_no_result' })
  })
})

const resultOf = ({ api, deploymentId }: Actor, syncJobId: string) => api.getDbtSyncResult({ params: { deploymentId, syncJobId } })

describe('getDbtSyncResult', () => {
  it('tells every field of what a run made', async ({ owner, syncJobId }) => {
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

  it('has none of a run that was lost', async ({ owner, syncJobId }) => {
    await givenLostSync(server, owner, syncJobId)

    expect(await refusalOf(resultOf(owner, syncJobId))).toMatchObject({ status: 404, code: 'dbt_sync_no_result' })
  })
})

const statusOf = ({ api, deploymentId }: Actor, syncJobId: string) => api.getDbtSyncStatus({ params: { deploymentId, syncJobId } })

describe('getDbtSyncStatus', () => {
  it('begins with nothing done', async ({ owner, syncJobId }) => {
    expect(await statusOf(owner, syncJobId)).toEqual({
      syncJobId,
      status: 'INITIALIZING',
      progress: { stage: 'INITIALIZING', percentComplete: 0, message: null },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      error: null,
      problem: null,
    })
  })

  it('tells each stage with its percentage, which only grows, and what is worked on', async ({ owner, syncJobId }) => {
    const told: number[] = []
    for (const stage of Object.keys(dbtSyncStages)) {
      await server.query("update dbt_syncs set stage = $2, message = 'models/orders.sql' where id = $1", [syncJobId, stage])
      const { status, progress } = await statusOf(owner, syncJobId)
      expect([status, progress.stage, progress.message]).toEqual([stage, stage, 'models/orders.sql'])
      told.push(progress.percentComplete)
    }

    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(dbtSyncStages.COMPILING_DBT).toBe(50)
  })

  it('tells that a run completed', async ({ owner, syncJobId }) => {
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'COMPLETED',
      progress: { stage: 'COMPLETED', percentComplete: 100, message: null },
      error: null,
    })
  })

  it('tells why a run failed, and the stage it had reached', async ({ owner, syncJobId }) => {
    await givenOutcome(server, owner, syncJobId, failedOutcome)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'FAILED',
      progress: { stage: 'COMPILING_DBT', percentComplete: 50 },
      error: failedOutcome.errorMessage,
      problem: { code: 'dbt_parse_failed', file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error' },
    })
  })

  it('tells a cancelled run as failed, as clients of the reference know it', async ({ owner, syncJobId }) => {
    await givenOutcome(server, owner, syncJobId, { status: 'CANCELLED', lastStage: 'COMPILING_DBT' })

    expect(await statusOf(owner, syncJobId)).toMatchObject({ status: 'FAILED', error: 'The sync was cancelled.' })
  })

  it('tells a lost run as unknown, without an error', async ({ owner, syncJobId }) => {
    await givenLostSync(server, owner, syncJobId)

    expect(await statusOf(owner, syncJobId)).toMatchObject({
      status: 'UNKNOWN',
      progress: { message: expect.stringContaining('could not be established') },
      error: null,
    })
  })
})

const givenDiff = async (owner: Actor): Promise<string> => {
  const syncJobId = await givenLaunch(server, owner)
  await givenSyncObject(server, owner, syncJobId, 'diff_json', '{"changes":[{"id":"cube-added"}]}')
  await givenSyncObject(server, owner, syncJobId, 'diff_markdown', '# One cube was added')
  await givenSyncObject(server, owner, syncJobId, 'diff_sarif', '{"version":"2.1.0"}')
  return syncJobId
}

describe('getDbtSyncDiff', () => {
  it('answers in each of its forms', async ({ owner }) => {
    const syncJobId = await givenDiff(owner)
    const path = `/api/v1/deployments/${owner.deploymentId}/dbt-sync/${syncJobId}/diff`

    expect(await owner.api.getDbtSyncDiff({ ...params(owner, syncJobId), query: {} })).toEqual({ changes: [{ id: 'cube-added' }] })
    const [markdown, sarif] = [await server.request(owner, `${path}?format=markdown`), await server.request(owner, `${path}?format=sarif`)]

    expect(markdown.headers.get('content-type')).toMatch(/^text\/markdown/)
    expect(await markdown.text()).toBe('# One cube was added')
    expect(sarif.headers.get('content-type')).toMatch(/^application\/sarif\+json/)
    expect(await sarif.json()).toEqual({ version: '2.1.0' })
  })

  it('has none of a run that has not come that far', async ({ owner }) => {
    const refused = await refusalOf(owner.api.getDbtSyncDiff({ ...params(owner, await givenLaunch(server, owner)), query: {} }))

    expect(refused).toMatchObject({ status: 404, code: 'dbt_sync_no_result', message: expect.stringContaining('not come that far') })
  })
})

it.for(['getDbtSyncStatus', 'getDbtSyncLog', 'getDbtSyncReport', 'getDbtSyncResult', 'getDbtSyncDiff', 'cancelDbtSync'] as const)(
  'an unknown sync returns 404 from %s',
  async (id, { owner, second, syncJobId: ofFirst }) => {
    const ask = (syncJobId: string, { deploymentId } = owner) => server.outcome(owner, id, { params: { deploymentId, syncJobId } })

    for (const unknown of ['999999999', '0', '-1', '1.5', 'latest', '9'.repeat(40), "1' or true --"])
      expect(await ask(unknown), unknown).toEqual(failureOf('dbt_sync_not_found'))
    expect(await ask(ofFirst, { ...owner, deploymentId: second })).toEqual(failureOf('dbt_sync_not_found'))
  },
)
