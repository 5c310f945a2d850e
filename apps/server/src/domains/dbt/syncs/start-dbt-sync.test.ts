import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenBranch,
  givenServiceAccount,
  givenSync,
  givenSyncer,
  refusalOf,
  setVariables,
  syncSettings,
  useServer,
} from '#test'

const server = useServer(syncSettings)
const withoutLongWork = useServer()

const start = (actor: Actor, body: Parameters<Actor['api']['startDbtSync']>[0]['body'] = {}) =>
  actor.api.startDbtSync({ params: { deploymentId: actor.deploymentId }, body })

describe('startDbtSync', () => {
  it('answers with the run, its workflow and a review branch of its own', async () => {
    const owner = await givenSyncer(server)

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

  it('needs no body', async () => {
    const owner = await givenSyncer(server)

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

  it.each([{ ref: '' }, { ref: null, branchName: null }, { branchName: '' }])('takes %j as nothing said', async (body) => {
    const owner = await givenSyncer(server)

    expect((await start(owner, body)).branchName).toMatch(/^dbt-sync\/\d{14}-/)
    expect((await owner.api.listDbtSyncs({ params: owner })).items[0]).toMatchObject({ gitRef: null })
  })

  it('takes the branch that was named, whether it is there or not', async () => {
    const owner = await givenSyncer(server)
    const existing = await givenBranch(owner)

    expect(await start(owner, { branchName: existing })).toMatchObject({ branchName: existing })
    expect(await start(owner, { branchName: 'cubes/from-dbt' })).toMatchObject({ branchName: 'cubes/from-dbt' })
  })

  it.each(['main', '-x', 'a b', 'dev-ada', 'a..b'])('refuses the branch %s', async (branchName) => {
    const owner = await givenSyncer(server)

    expect(await refusalOf(start(owner, { branchName }))).toMatchObject({
      status: 400,
      code: branchName === 'main' ? 'dbt_target_refused' : 'branch_name_invalid',
    })
  })

  it.each(['0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2', '--upload-pack=touch', 'a b', 'a..b', 'x~1', 'a:b', '@{u}'])(
    'refuses the ref %s',
    async (ref) => {
      const owner = await givenSyncer(server)

      expect(await refusalOf(start(owner, { ref }))).toMatchObject({ status: 400, code: 'dbt_ref_invalid' })
    },
  )

  it('takes a ref of 200 characters, and none that is longer', async () => {
    const owner = await givenSyncer(server)

    expect(await start(owner, { ref: 'x'.repeat(200) })).toMatchObject({ syncJobId: expect.any(String) })
    expect(await refusalOf(start(owner, { ref: 'x'.repeat(201) }))).toMatchObject({ status: 400, code: 'dbt_ref_invalid' })
  })

  it.each(['', ' '])('refuses the manifest %j, and does not sync from the repository instead', async (manifestId) => {
    const owner = await givenSyncer(server)

    expect(await refusalOf(start(owner, { manifestId }))).toMatchObject({ status: 400, code: 'dbt_manifest_id_invalid' })
    expect((await owner.api.listDbtSyncs({ params: owner })).items).toEqual([])
  })

  it('takes null for a manifest as nothing said', async () => {
    expect(await start(await givenSyncer(server), { manifestId: null })).toMatchObject({ syncJobId: expect.any(String) })
  })

  it('refuses a deployment without a dbt integration', async () => {
    const owner = await server.admin()

    expect(await refusalOf(start(owner))).toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('refuses a warehouse that no cubes can be written for, with those that there are', async () => {
    const owner = await givenSyncer(server)
    await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'mysql' })

    const refused = await refusalOf(start(owner))

    expect(refused).toMatchObject({ status: 422, code: 'dbt_warehouse_unsupported' })
    expect(refused.message).toMatch(/"mysql".*snowflake.*postgres/s)
  })

  it('refuses when as many are open as may be, and takes one more when one ended', async () => {
    const owner = await givenSyncer(server)
    for (let open = 0; open < 50; open++) await givenSync(owner)
    expect(await refusalOf(start(owner))).toMatchObject({ status: 429, code: 'dbt_sync_limit' })

    const [run] = (await owner.api.listDbtSyncs({ params: owner, query: { first: 1 } })).items
    await owner.api.cancelDbtSync({ params: { deploymentId: owner.deploymentId, syncJobId: run?.syncJobId ?? '' } })

    expect(await start(owner)).toMatchObject({ syncJobId: expect.any(String) })
  })

  it('launches once what is sent twice under one Idempotency-Key', async () => {
    const owner = await givenSyncer(server)
    const call = { params: { deploymentId: owner.deploymentId }, body: {}, idempotencyKey: 'one' }

    const [first, second] = [await owner.api.startDbtSync(call), await owner.api.startDbtSync(call)]

    expect(second).toEqual(first)
    expect((await owner.api.listDbtSyncs({ params: owner })).items).toHaveLength(1)
  })

  it('names no user when a service account started it', async () => {
    const owner = await givenSyncer(server)
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
