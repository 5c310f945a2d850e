import { describe, expect } from 'vitest'
import {
  type Actor,
  completedOutcome,
  givenBranch,
  givenLostSync,
  givenOutcome,
  givenServiceAccount,
  givenSync,
  givenSyncer,
  refusalOf,
  setVariables,
  syncSettings,
  useServer,
  useSyncs,
  withOwner,
} from '#test'

const server = useServer(syncSettings)
const it = withOwner(server, () => givenSyncer(server)).extend('syncJobId', ({ owner }) => givenSync(owner))
const withoutLongWork = useServer()

const start = (actor: Actor, body: Parameters<Actor['api']['startDbtSync']>[0]['body'] = {}) =>
  actor.api.startDbtSync({ params: { deploymentId: actor.deploymentId }, body })

describe('startDbtSync', () => {
  it('answers with the run, its workflow and a review branch of its own', async ({ owner }) => {
    const answer = await start(owner)

    expect(answer).toEqual({
      syncJobId: expect.stringMatching(/^\d+$/),
      workflowId: `dbt-sync-${owner.tenantId}-${answer.syncJobId}`,
      branchName: expect.stringMatching(/^dbt-sync\/\d{14}-[0-9a-f]{8}$/),
    })
    expect((await owner.api.listDbtSyncs({ params: owner })).items).toMatchObject([
      { syncJobId: answer.syncJobId, branchName: answer.branchName, status: 'RUNNING', trigger: 'api' },
    ])
  })

  it('needs no body', async ({ owner }) => {
    const answer = await server.request(owner, `/api/v1/deployments/${owner.deploymentId}/dbt-sync`, { method: 'POST' })

    expect(answer.status).toBe(200)
  })

  it.each([
    ['main', 'main'],
    ['refs/heads/main', 'refs-heads-main'],
    ['feature/Orders_2', 'feature-Orders_2'],
    ['#7', '7'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('names the branch after the ref %s', async (ref, segment) => {
    const owner = await givenSyncer(server)

    const { branchName } = await start(owner, { ref })

    expect(branchName).toMatch(new RegExp(`^dbt-sync/${segment}-\\d{14}-[0-9a-f]{8}$`))
    expect((await owner.api.listDbtSyncs({ params: owner })).items[0]).toMatchObject({ gitRef: ref })
  })

  it.for([{ ref: '' }, { ref: null, branchName: null, manifestId: null }, { branchName: '' }])(
    'accepts %j as unset',
    async (body, { owner }) => {
      expect((await start(owner, body)).branchName).toMatch(/^dbt-sync\/\d{14}-/)
      expect((await owner.api.listDbtSyncs({ params: owner })).items[0]).toMatchObject({ gitRef: null })
    },
  )

  it('takes the branch that was named, whether it is there or not', async ({ owner }) => {
    const existing = await givenBranch(owner)

    expect(await start(owner, { branchName: existing })).toMatchObject({ branchName: existing })
    expect(await start(owner, { branchName: 'cubes/from-dbt' })).toMatchObject({ branchName: 'cubes/from-dbt' })
  })

  it.for(['main', '-x', 'a b', 'dev-ada', 'a..b'])('refuses the branch %s', async (branchName, { owner }) => {
    expect(await refusalOf(start(owner, { branchName }))).toMatchObject({
      status: 400,
      code: branchName === 'main' ? 'dbt_target_refused' : 'branch_name_invalid',
    })
  })

  it.for(['0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2', '--upload-pack=touch', 'a b', 'a..b', 'x~1', 'a:b', '@{u}'])(
    'refuses the ref %s',
    async (ref, { owner }) => {
      expect(await refusalOf(start(owner, { ref }))).toMatchObject({ status: 400, code: 'dbt_ref_invalid' })
    },
  )

  it('takes a ref of 200 characters, and none that is longer', async ({ owner }) => {
    expect(await start(owner, { ref: 'x'.repeat(200) })).toMatchObject({ syncJobId: expect.any(String) })
    expect(await refusalOf(start(owner, { ref: 'x'.repeat(201) }))).toMatchObject({ status: 400, code: 'dbt_ref_invalid' })
  })

  it.for(['', ' '])('refuses the manifest %j, and does not sync from the repository instead', async (manifestId, { owner }) => {
    expect(await refusalOf(start(owner, { manifestId }))).toMatchObject({ status: 400, code: 'dbt_manifest_id_invalid' })
    expect((await owner.api.listDbtSyncs({ params: owner })).items).toEqual([])
  })

  it('refuses a deployment without a dbt integration', async () => {
    const owner = await server.admin()

    expect(await refusalOf(start(owner))).toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('refuses a warehouse that no cubes can be written for, with those that there are', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'mysql' })

    const refused = await refusalOf(start(owner))

    expect(refused).toMatchObject({ status: 422, code: 'dbt_warehouse_unsupported' })
    expect(refused.message).toMatch(/"mysql".*snowflake.*postgres/s)
  })

  it('refuses when as many are open as may be, and takes one more when one ended', async ({ owner }) => {
    for (let open = 0; open < 50; open++) await givenSync(owner)
    expect(await refusalOf(start(owner))).toMatchObject({ status: 429, code: 'dbt_sync_limit' })

    const [run] = (await owner.api.listDbtSyncs({ params: owner, query: { first: 1 } })).items
    await owner.api.cancelDbtSync({ params: { deploymentId: owner.deploymentId, syncJobId: run?.syncJobId ?? '' } })

    expect(await start(owner)).toMatchObject({ syncJobId: expect.any(String) })
  })

  it('names no user when a service account started it', async ({ owner }) => {
    const account = await givenServiceAccount(server, owner)

    await owner.api.listDbtSyncs({ params: owner })
    await start({ ...account, deploymentId: owner.deploymentId })

    expect((await owner.api.listDbtSyncs({ params: owner })).items[0]).toMatchObject({ userId: null, trigger: 'api' })
  })

  it('is refused where the installation runs no long work', async () => {
    const owner = await givenSyncer(withoutLongWork)

    expect(await refusalOf(start(owner))).toMatchObject({ status: 503, code: 'long_work_unavailable' })
  })
})

const syncs = useSyncs(server)
const preview = ({ api, deploymentId }: Actor, body = {}) => api.previewDbtSync({ params: { deploymentId }, body })

describe('previewDbtSync', () => {
  it('runs everything and commits nothing', async ({ owner }) => {
    const { syncJobId } = await preview(owner, { ref: 'feature/margins' })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.taken).toContain('publish')
    expect(syncs.committed).toEqual([])
    const [run] = (await owner.api.listDbtSyncs({ params: owner })).items
    expect(run).toMatchObject({ status: 'COMPLETED', isPreview: true, commitHash: null, gitRef: 'feature/margins' })
    const params = { deploymentId: owner.deploymentId, syncJobId }
    expect(await owner.api.getDbtSyncDiff({ params, query: {} })).toEqual({ changes: [] })
    expect(await owner.api.getDbtSyncReport({ params })).toEqual({ models: [] })
    expect((await owner.api.getDbtSyncLog({ params })).items.at(-1)).toMatchObject({
      message: 'Nothing was committed: this was a preview.',
    })
  })

  it('is refused as a sync is', async ({ owner }) => {
    expect(await refusalOf(preview(owner, { branchName: 'main' }))).toMatchObject({ code: 'dbt_target_refused' })
    expect(await refusalOf(preview(owner, { manifestId: '' }))).toMatchObject({ code: 'dbt_manifest_id_invalid' })
    expect(await refusalOf(preview(await server.admin()))).toMatchObject({ code: 'dbt_not_configured' })
  })
})

const cancel = ({ api, deploymentId }: Actor, syncJobId: string) => api.cancelDbtSync({ params: { deploymentId, syncJobId } })
const stateOf = async ({ api, deploymentId }: Actor) => (await api.listDbtSyncs({ params: { deploymentId } })).items[0]

describe('cancelDbtSync', () => {
  it('ends at once what nobody has begun', async ({ owner, syncJobId }) => {
    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({
      status: 'CANCELLED',
      completedAt: expect.any(String),
      durationMs: expect.any(Number),
      lastStage: 'INITIALIZING',
    })
    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (CANCELLED); nothing was cancelled.` })
  })

  it('asks whoever works on a run to end it, who says when it has', async ({ owner, syncJobId }) => {
    await server.query("update dbt_syncs set begun_at = now(), stage = 'COMPILING_DBT' where id = $1", [syncJobId])

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} is being cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'RUNNING', completedAt: null })
    expect(await owner.api.getDbtSyncStatus({ params: { deploymentId: owner.deploymentId, syncJobId } })).toMatchObject({
      status: 'COMPILING_DBT',
      progress: { message: 'Being cancelled' },
    })
  })

  it('leaves a run as it is that has ended', async ({ owner, syncJobId }) => {
    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (COMPLETED); nothing was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'COMPLETED' })
  })

  it('leaves a run as it is of which nobody knows what became: it may have committed', async ({ owner, syncJobId }) => {
    await givenLostSync(server, owner, syncJobId)

    expect(await cancel(owner, syncJobId)).toEqual({ message: `Sync ${syncJobId} has ended (UNKNOWN); nothing was cancelled.` })

    expect(await stateOf(owner)).toMatchObject({ status: 'UNKNOWN', completedAt: null })
  })
})
