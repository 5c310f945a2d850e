import { describe, expect, test } from 'vitest'
import {
  commitNamed,
  pushHosts,
  pushNotice,
  pushNoticePath,
  setVariables,
  syncSettings,
  type ToldPush,
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

describe('receiveDbtPushNotice', () => {
  it.each(pushHosts)('starts a sync for a push that %s tells of', async (from) => {
    const { owner, push, runs } = await given({ branch: 'main' })

    const answer = await push({ before: first, after: second }, from)

    const [run] = await runs()
    expect(answer).toMatchObject({ ...started, syncJobId: run?.syncJobId, branchName: run?.branchName })
    expect(run).toMatchObject({
      status: 'RUNNING',
      trigger: 'webhook',
      branchName: expect.stringMatching(/^dbt-sync\/\d{14}-[0-9a-f]{8}$/),
      gitRef: null,
      userId: null,
      triggerContext: { headSha: second, pushedBranch: 'main', targetBranch: run?.branchName },
    })
    const trail = await owner.api.listAuditLogs({ query: { operation: 'receiveDbtPushNotice' } })
    expect(trail.items).toMatchObject([
      {
        outcome: 'done',
        actorKind: 'remote',
        targets: [{ kind: 'dbt_sync', id: run?.syncJobId, did: 'created' }, { kind: 'dbt_integration' }],
      },
    ])
  })

  it.each(pushHosts)('refuses what %s did not sign with the secret, and one that was replaced', async (from) => {
    const { owner, params, secret, post, runs } = await given({ branch: 'main' })
    const { webhookSecret } = await owner.api.rotateDbtWebhookSecret({ params })

    const answers = [await post(pushNotice(from, 'whsec_wrong', {})), await post(pushNotice(from, secret, {}))]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect(await runs()).toEqual([])

    expect((await post(pushNotice(from, webhookSecret, {}))).status).toBe(200)
    expect(await runs()).toHaveLength(1)
  })

  it.each(pushHosts)('starts one sync for a push that %s delivers five times under new ids', async (from) => {
    const { push, runs } = await given({ branch: 'main' })

    const one = await push({ before: first, after: second }, from)
    for (let again = 0; again < 4; again++)
      expect(await push({ before: first, after: second }, from)).toMatchObject(duplicate(one.syncJobId))

    expect(one).toMatchObject(started)
    expect(await runs()).toHaveLength(1)
  })

  it.each<[string, ToldPush, string]>([
    ['a branch that was deleted', { after: null }, 'branch_deleted'],
    ['a tag', { ref: 'refs/tags/v1' }, 'tag'],
    ['another branch', { ref: 'refs/heads/feature' }, 'other_branch'],
    ['a branch that is where it was', { before: second, after: second }, 'unchanged'],
  ])('ignores %s, and says so', async (_what, push, reason) => {
    const every = await given({ branch: 'main' })

    for (const from of pushHosts) expect(await every.push(push, from), from).toMatchObject(ignored(reason))

    expect(await every.runs()).toEqual([])
  })

  it('ignores other events of a host', async ({ setup: { secret, post } }) => {
    const { headers, text } = pushNotice('GitHub', secret, {})

    const answer = await post({ headers: { ...headers, 'x-github-event': 'ping' }, text })

    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ignored', reason: 'not_a_push' }])
  })

  it('goes by the branch that is set, and without one by the default branch that the notice tells or the last sync found', async () => {
    const release = await given({ branch: 'release' })
    expect(await release.push({})).toMatchObject(ignored('other_branch'))
    expect(await release.push({ ref: 'refs/heads/release' })).toMatchObject(started)

    const told = await given()
    expect(await told.push({ defaultBranch: 'trunk' })).toMatchObject(ignored('other_branch'))
    expect(await told.push({ defaultBranch: 'trunk', ref: 'refs/heads/trunk' })).toMatchObject(started)

    // Bitbucket does not say; before the first sync nobody knows.
    const found = await given()
    syncs.stepsWith({ clone: async () => ({ headSha: second, ref: 'refs/heads/trunk' }) })
    const one = await found.push({ ref: 'refs/heads/feature' }, 'Bitbucket Cloud')
    expect(one).toMatchObject(started)
    await syncs.run(found.owner, one.syncJobId ?? '')
    expect(await found.push({ ref: 'refs/heads/feature', after: third }, 'Bitbucket Cloud')).toMatchObject(ignored('other_branch'))
    expect(await found.push({ ref: 'refs/heads/trunk', after: third }, 'Bitbucket Cloud')).toMatchObject(started)
  })

  it('prefers the default branch of the notice to the last known one', async ({ setup: { owner, params, push } }) => {
    syncs.stepsWith({ clone: async () => ({ headSha: second, ref: 'refs/heads/trunk' }) })
    const one = await push({ ref: 'refs/heads/trunk' }, 'Bitbucket Cloud')
    await syncs.run(owner, one.syncJobId ?? '')
    expect(await push({ defaultBranch: 'main', ref: 'refs/heads/trunk', after: third })).toMatchObject(ignored('other_branch'))
    expect(await push({ ref: 'refs/heads/main', after: third }, 'Bitbucket Cloud')).toMatchObject(ignored('other_branch'))

    const { settings } = await owner.api.getDbtIntegration({ params })
    await owner.api.setDbtIntegration({ params, body: { ...settings, url: settings.url.replace(/\.git$/, '-2.git') } })

    expect(await push({ ref: 'refs/heads/main', after: third }, 'Bitbucket Cloud')).toMatchObject(started)
  })

  it('tells a wrong signature, none, and what is not there in the same words', async ({ setup: { owner, secret } }) => {
    const other = await given()
    const bare = await server.admin()
    const signed = pushNotice('GitHub', secret, {})
    const { 'x-hub-signature-256': signature = '', ...unsigned } = signed.headers

    const answers = await Promise.all([
      deliver(owner, owner.deploymentId, { ...signed, headers: unsigned }),
      deliver(owner, owner.deploymentId, { ...signed, headers: { ...unsigned, 'x-hub-signature-256': signature.replace(/.$/, 'x') } }),
      deliver(owner, owner.deploymentId, { ...signed, headers: { ...unsigned, 'x-hub-signature': signature.replace('sha256', 'sha1') } }),
      deliver(owner, owner.deploymentId, { ...signed, text: signed.text.replace('main', 'mine') }),
      deliver(owner, owner.deploymentId, { ...signed, headers: { ...unsigned, 'x-gitlab-token': '' } }),
      deliver(owner, owner.deploymentId, { ...signed, headers: { ...unsigned, authorization: `Bearer ${owner.key}` } }),
      deliver(owner, owner.deploymentId, { ...signed, headers: { ...unsigned, authorization: 'Basic Og==' } }),
      deliver(owner, 999_999_999, signed),
      deliver(bare, bare.deploymentId, signed),
      deliver(owner, other.owner.deploymentId, signed),
      deliver(other.owner, other.owner.deploymentId, signed),
    ])

    const bodies = await Promise.all(answers.map(async (answer) => (await answer.json()) as Record<string, unknown>))
    const told = bodies.map(({ requestId: _own, ...rest }) => JSON.stringify(rest))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
    expect(new Set(told).size).toBe(1)
    expect(bodies[0]).toMatchObject({ code: 'dbt_push_notice_refused' })
    const headersOf = (answer: Response) => [...answer.headers.keys()].toSorted().join()
    expect(new Set(answers.map(headersOf)).size).toBe(1)
    expect(await owner.api.listDbtSyncs({ params: owner })).toMatchObject({ items: [] })
  })

  it('refuses bodies that are too large or no JSON before anything is looked up', async ({ setup: { owner, secret, post } }) => {
    const { headers } = pushNotice('GitLab', secret, {})
    const bodies = [
      '{',
      '[',
      '"text"',
      '[]',
      `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
      '{"__proto__":{"ref":"refs/heads/main"}}',
      '{"ref":"\\u0000"}',
    ]

    for (const text of bodies) {
      const [known, unknown] = [await post({ headers, text }), await deliver(owner, 999_999_999, { headers, text })]
      expect([known.status, unknown.status], text.slice(0, 20)).toEqual([400, 400])
    }
    const large = { headers, text: JSON.stringify({ ref: 'x'.repeat(6_000_000) }) }
    expect((await post(large)).status).toBe(413)
    expect((await deliver(owner, 999_999_999, large)).status).toBe(413)
  })

  it.each<[string, unknown]>([
    ['no commit', { ref: 'refs/heads/main' }],
    ['a short one', { ref: 'refs/heads/main', after: 'abc1234' }],
    ['what is none', { ref: 'refs/heads/main', after: { sha: 'b' } }],
  ])('says what is missing where a proven notice tells %s', async (_what, body) => {
    const { secret, refusal } = await given()
    const { headers } = pushNotice('GitLab', secret, {})

    const answer = await refusal({
      headers: { 'x-git-event': 'push', 'x-gitlab-token': headers['x-gitlab-token'] ?? '' },
      text: JSON.stringify(body),
    })

    expect(answer).toMatchObject({ status: 400, code: 'dbt_push_notice_invalid', message: expect.stringContaining('`after`') })
  })

  it('counts nothing as told that cannot be run yet', async ({ setup: { owner, push, refusal, secret } }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'mongobi' })

    expect(await refusal(pushNotice('GitHub', secret, {}))).toMatchObject({ status: 422, code: 'dbt_warehouse_unsupported' })

    await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
    expect(await push()).toMatchObject(started)
  })

  it('is shown where to send notices, and logs neither secret nor signature', async ({ setup: { owner, params, secret, push } }) => {
    const { webhookUrl } = await owner.api.getDbtIntegration({ params })
    await push({}, 'GitLab')
    await push({ after: third }, 'Azure DevOps')

    expect(new URL(webhookUrl).pathname).toBe(pushNoticePath(params.deploymentId))
    expect(new URL(webhookUrl).host).toBe(owner.host)
    await expect.poll(() => server.logs.join(''), { timeout: 30_000 }).toContain('"operation":"receiveDbtPushNotice"')
    expect(server.logs.join('')).not.toContain(secret)
    expect(server.logs.join('')).not.toContain(Buffer.from(`facet:${secret}`).toString('base64'))
  })

  it('has reviewers told of the commit of a push, in the outbox, and of no other sync', async () => {
    const { owner, push } = await given({ reviewRecipients: ['ada@acme.example'] })
    const events = () =>
      server.query<{ payload: object }>("select payload from outbox_events where tenant_id = $1 and kind = 'dbt_review.ready'", [
        owner.tenantId,
      ])
    const byHand = await owner.api.startDbtSync({ params: owner, body: {} })
    await syncs.run(owner, byHand.syncJobId)
    expect(await events()).toEqual([])

    const { syncJobId, branchName } = await push()
    expect(await syncs.run(owner, syncJobId ?? '')).toBe('completed')

    expect(await events()).toEqual([
      { payload: { deploymentId: owner.deploymentId, syncId: Number(syncJobId), branchName, commitHash: 'c'.repeat(40) } },
    ])

    // A push that changed no cube leaves nothing to review.
    syncs.stepsWith({ publish: async () => ({ commitHash: null, files: [], diff: { tooLarge: 'Nothing.' } }) })
    const unchanged = await push({ before: second, after: third })
    expect(await syncs.run(owner, unchanged.syncJobId ?? '')).toBe('completed')
    expect(await events()).toHaveLength(1)
  })
})
