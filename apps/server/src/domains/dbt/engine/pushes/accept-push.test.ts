import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  commitNamed,
  completedOutcome,
  givenDbtIntegration,
  givenDeployments,
  givenLostSync,
  givenOutcome,
  givenSync,
  pushNotice,
  setVariables,
  syncSettings,
  useDbtPushes,
  useGitHost,
  useServer,
  useSyncs,
} from '#test'

const host = useGitHost()
const server = useServer({ ...host.settings, ...syncSettings })
const syncs = useSyncs(server)
const { deliver, given } = useDbtPushes(host, server)

const [first, second, third] = [commitNamed('a'), commitNamed('b'), commitNamed('c')]

const started = { code: 200, status: 'started' }
const ignored = (reason: string) => ({ code: 200, status: 'ignored', reason, message: expect.any(String) })
const duplicate = (syncJobId: string | null | undefined) => ({ ...ignored('duplicate'), syncJobId })

const it = test.extend('setup', () => given())

describe('a push', () => {
  it('starts one sync for deliveries of the same moment', async ({ setup: { push, runs } }) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => push({ before: first, after: second })))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 7 }, () => 'ignored'), 'started'])
    expect(new Set(answers.map(({ syncJobId }) => syncJobId)).size).toBe(1)
    expect(await runs()).toHaveLength(1)
  })

  it('knows a push again after the sync is over, and older ones that come late', async ({ setup: { owner, push, runs } }) => {
    const one = await push({ before: first, after: second })
    await givenOutcome(server, owner, one.syncJobId ?? '', completedOutcome)
    const two = await push({ before: second, after: third })
    await givenOutcome(server, owner, two.syncJobId ?? '', completedOutcome)

    expect(await push({ before: first, after: second })).toMatchObject(duplicate(one.syncJobId))
    expect(await push({ before: commitNamed('9'), after: first })).toMatchObject(duplicate(one.syncJobId))
    expect(await push({ before: second, after: third })).toMatchObject(duplicate(two.syncJobId))
    expect(await runs()).toHaveLength(2)
  })

  it('syncs a commit that another branch had before', async () => {
    const { owner, params, push } = await given({ branch: 'main' })
    const one = await push({ before: first, after: second })
    await givenOutcome(server, owner, one.syncJobId ?? '', completedOutcome)
    const { settings } = await owner.api.getDbtIntegration({ params })
    await owner.api.setDbtIntegration({ params, body: { ...settings, branch: 'release' } })

    const other = await push({ ref: 'refs/heads/release', before: first, after: second })

    expect(other).toMatchObject(started)
    expect(other.syncJobId).not.toBe(one.syncJobId)
  })

  it('syncs a branch that was turned back by force', async ({ setup: { owner, push } }) => {
    const one = await push({ before: first, after: second })
    await givenOutcome(server, owner, one.syncJobId ?? '', completedOutcome)

    const back = await push({ before: second, after: first })

    expect(back).toMatchObject(started)
    expect(back.syncJobId).not.toBe(one.syncJobId)
    expect(await push({ before: second, after: first })).toMatchObject(duplicate(back.syncJobId))
  })

  it('keeps a push that comes while a sync runs, with all that follow, for exactly one more', async ({ setup: { owner, push, runs } }) => {
    const cloned = Promise.withResolvers<null>()
    const released = Promise.withResolvers<null>()
    syncs.stepsWith({
      clone: async () => ({ headSha: second, ref: 'refs/heads/main' }),
      installPackages: async () => {
        cloned.resolve(null)
        await released.promise
      },
    })
    const one = await push({ before: first, after: second })
    const running = syncs.run(owner, one.syncJobId ?? '')
    await cloned.promise

    const two = await push({ before: second, after: third })
    const more = [await push({ before: third, after: commitNamed('d') }), await push({ before: commitNamed('d'), after: commitNamed('e') })]

    expect(two).toMatchObject(started)
    for (const each of more) expect(each).toMatchObject({ status: 'coalesced', syncJobId: two.syncJobId, branchName: two.branchName })
    released.resolve(null)
    expect(await running).toBe('completed')
    const [waiting, ...others] = await runs()
    expect(others).toHaveLength(1)
    expect(waiting).toMatchObject({
      syncJobId: two.syncJobId,
      status: 'RUNNING',
      triggerContext: { headSha: commitNamed('e'), pushedBranch: 'main', targetBranch: two.branchName },
    })
  })

  it('starts none for a commit that the sync under way has cloned before its notice came', async ({ setup: { owner, push, runs } }) => {
    syncs.stepsWith({ clone: async () => ({ headSha: third, ref: 'refs/heads/main' }) })
    const one = await push({ before: first, after: second })
    expect(await syncs.run(owner, one.syncJobId ?? '')).toBe('completed')

    expect(await push({ before: second, after: third })).toMatchObject(duplicate(one.syncJobId))
    expect(await runs()).toHaveLength(1)
  })

  it('takes no push into a sync of which nobody knows what became', async ({ setup: { owner, push } }) => {
    const one = await push({ before: first, after: second })
    await givenLostSync(server, owner, one.syncJobId ?? '')

    const two = await push({ before: second, after: third })

    expect(two).toMatchObject(started)
    expect(two.syncJobId).not.toBe(one.syncJobId)
  })

  it('starts a sync of its own deployment while a sync of another deployment waits', async ({ setup: { owner, push } }) => {
    const [deploymentId = 0] = await givenDeployments(owner, 'Second')
    const beside = { ...owner, deploymentId }
    await setVariables(beside, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
    const { params, webhookSecret } = await givenDbtIntegration(host, beside)
    const waiting = await push({ before: first, after: second })

    const response = await deliver(owner, deploymentId, pushNotice('GitHub', webhookSecret, { before: first, after: third }))

    expect(await response.json()).toMatchObject({ status: 'started' })
    const { items } = await owner.api.listDbtSyncs({ params })
    expect(items).toHaveLength(1)
    expect(items[0]?.syncJobId).not.toBe(waiting.syncJobId)
  })

  it('takes no push into a sync that a person started, which may be of another ref', async ({ setup: { owner, push, runs } }) => {
    const byHand = await givenSync(owner, { ref: 'feature' })

    const pushed = await push({ before: first, after: second })

    expect(pushed).toMatchObject(started)
    expect(await runs()).toMatchObject([
      { syncJobId: pushed.syncJobId, trigger: 'webhook' },
      { syncJobId: byHand, triggerContext: null },
    ])
  })

  it.each(['cancelled', 'FAILED'] as const)('starts another for a commit that a sync has cloned which is %s', async (end) => {
    const { owner, push, params } = await given()
    const one = await push({ before: first, after: second })
    const syncJobId = one.syncJobId ?? ''
    await server.query('update dbt_syncs set begun_at = now(), head_sha = $2 where id = $1', [syncJobId, third])
    if (end === 'cancelled') await owner.api.cancelDbtSync({ params: { ...params, syncJobId } })
    else await givenOutcome(server, owner, syncJobId, { status: end })

    const two = await push({ before: second, after: third })

    expect(two).toMatchObject(started)
    expect(two.syncJobId).not.toBe(one.syncJobId)
  })

  it('starts another for a push after a sync that was cancelled while it waited', async ({ setup: { owner, push, params } }) => {
    const one = await push({ before: first, after: second })
    await owner.api.cancelDbtSync({ params: { ...params, syncJobId: one.syncJobId ?? '' } })

    const two = await push({ before: second, after: third })

    expect(two).toMatchObject(started)
    expect(two.syncJobId).not.toBe(one.syncJobId)
  })

  it('starts a sync for a push also where people have started as many as may be open', async ({ setup: { owner, push } }) => {
    await server.query(
      `insert into dbt_syncs (tenant_id, deployment_id, trigger, branch_name, author, started_at)
       select $1, $2, 'api', 'review-' || n, '{}', now() from generate_series(1, 50) n`,
      [owner.tenantId, owner.deploymentId],
    )
    await expect(givenSync(owner)).rejects.toMatchObject({ code: 'dbt_sync_limit' })

    expect(await push()).toMatchObject(started)
  })

  it('forgets the oldest pushes of a branch, and one of them that comes again is the present head', async ({ setup: { owner, push } }) => {
    const one = await push({ before: first, after: second })
    await server.query(
      `insert into dbt_push_notices (tenant_id, deployment_id, branch, after_sha, sync_id)
       select $1, $2, 'main', md5(n::text), 1 from generate_series(1, 1000) n`,
      [owner.tenantId, owner.deploymentId],
    )
    const newest = randomBytes(20).toString('hex')

    expect(await push({ before: null as never, after: newest })).toMatchObject({ status: 'coalesced', syncJobId: one.syncJobId })

    const [kept] = await server.query<{ count: number; second: boolean }>(
      `select count(*)::int as count, bool_or(after_sha = $2) as second from dbt_push_notices where deployment_id = $1`,
      [owner.deploymentId, second],
    )
    expect(kept).toEqual({ count: 1000, second: false })
  })
})
