import { describe, expect } from 'vitest'
import { inTransaction } from '#db'
import { findIntegrationRow, loadIntegration, openWebhookSecret } from '#engine/dbt'
import { type Actor, givenDbtIntegration, itRefusesBodies, startGitServer, startTogether, useGitHost, useServer, withOwner } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const it = withOwner(server)
  .extend('dbtIntegration', ({ admin }) => givenDbtIntegration(host, admin, server))
  .extend('setup', ({ admin }) => givenDbtIntegration(host, admin))

describe('getDbtIntegration', () => {
  it('says when there is none', async ({ owner: { api, deploymentId } }) => {
    await expect(api.getDbtIntegration({ params: { deploymentId } })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('says what is missing before the warehouse is set', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })

    const { warehouse, problems } = await api.getDbtIntegration({ params })

    expect([warehouse, problems.map(({ code }) => code)]).toEqual([null, ['warehouse_missing']])
  })

  it('fills in settings that an older build did not know', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })
    await server.query(`update dbt_integrations set settings = settings #- '{pull,hasJoins}' #- '{timeouts}' where deployment_id = $1`, [
      deploymentId,
    ])

    const { settings } = await api.getDbtIntegration({ params })

    expect([settings.pull.hasJoins, settings.timeouts.parse]).toEqual([true, 1800])
  })

  it('names a version of dbt that this build no longer has', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })
    await server.query(`update dbt_integrations set settings = jsonb_set(settings, '{dbtVersion}', '"1.3.0"') where deployment_id = $1`, [
      deploymentId,
    ])

    const { problems } = await api.getDbtIntegration({ params })

    expect(problems[0]).toEqual({
      code: 'version_unsupported',
      message: '"1.3.0" is not a dbt version of this build. There are: 1.11.16.',
    })
  })
})

const given = async ({ api, deploymentId }: Actor) => {
  const body = { url: (await host.addRepository()).url, token: host.token, targetSchema: 'analytics' }
  await api.setDbtIntegration({ params: { deploymentId }, body })
  return { params: { deploymentId } }
}

const rowsOf = ({ deploymentId }: Actor) => server.query('select url from dbt_integrations where deployment_id = $1', [deploymentId])

describe('deleteDbtIntegration', () => {
  it('forgets the settings with their secrets, and says when there are none', async ({ admin }) => {
    const { params } = await given(admin)

    expect(await admin.api.deleteDbtIntegration({ params })).toEqual({ success: true })

    expect(await rowsOf(admin)).toEqual([])
    await expect(admin.api.deleteDbtIntegration({ params })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('is not needed before the deployment is deleted', async ({ admin }) => {
    const { params } = await given(admin)

    await admin.api.deleteDeployment({ params })

    expect(await rowsOf(admin)).toEqual([])
  })
})

describe('rotateDbtSshKey', () => {
  it('makes another key pair each time, and shows the public half alone', async ({ admin, dbtIntegration: { params } }) => {
    const first = await admin.api.rotateDbtSshKey({ params })
    const second = await admin.api.rotateDbtSshKey({ params })

    expect(second.sshPublicKey).toMatch(/^ssh-ed25519 \S+ facet$/)
    expect(second.sshPublicKey).not.toBe(first.sshPublicKey)
    expect(await admin.api.getDbtIntegration({ params })).toMatchObject({ sshPublicKey: second.sshPublicKey })
    const { remote } = await inTransaction(server.services().pool, admin.tenantId, 'read write', (db) =>
      loadIntegration(db, server.services().keyRing, admin),
    )
    expect(remote.credential).toMatchObject({ kind: 'ssh', privateKey: expect.stringContaining('OPENSSH PRIVATE KEY') })
    expect(server.logs.join('')).not.toContain('PRIVATE KEY')
  })

  it('refuses where no key is used', async ({ admin, setup: { params } }) => {
    await expect(admin.api.rotateDbtSshKey({ params })).rejects.toMatchObject({ status: 409, code: 'dbt_not_over_ssh' })
  })

  it('says when there is no integration', async ({ admin }) => {
    await expect(admin.api.rotateDbtSshKey({ params: admin })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('puts no key where the integration was deleted meanwhile', async ({ admin, dbtIntegration: { params } }) => {
    const rotate = () => server.outcome(admin, 'rotateDbtSshKey', { params })

    const [outcome] = await startTogether(server, admin, [rotate], (db) =>
      db.deleteFrom('dbt_integrations').where('tenant_id', '=', admin.tenantId).execute(),
    )

    expect(outcome).toMatchObject({ status: 503 })
  })

  it('returns 409 to one of two concurrent rotations', async ({ admin, dbtIntegration: { params } }) => {
    const rotate = () => server.outcome(admin, 'rotateDbtSshKey', { params })

    const outcomes = await startTogether(server, admin, [rotate, rotate], (db) =>
      db.selectFrom('dbt_integrations').select('url').where('tenant_id', '=', admin.tenantId).forUpdate().execute(),
    )

    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 503]))
  })
})

/** What a signature would be checked with. */
const inUse = ({ tenantId, deploymentId }: Actor) =>
  inTransaction(server.services().pool, tenantId, 'read write', async (db) => {
    const row = await findIntegrationRow(db, { tenantId, deploymentId })
    return row && openWebhookSecret(db, server.services().keyRing, { tenantId, deploymentId }, row)
  })

describe('rotateDbtWebhookSecret', () => {
  it('replaces the secret that was shown first', async ({ admin }) => {
    const { params, webhookSecret: first } = await givenDbtIntegration(host, admin)
    expect(await inUse(admin)).toBe(first)

    const { webhookSecret } = await admin.api.rotateDbtWebhookSecret({ params })

    expect(webhookSecret).toMatch(/^whsec_[\w-]{43}$/)
    expect(webhookSecret).not.toBe(first)
    expect(await inUse(admin)).toBe(webhookSecret)
    expect(JSON.stringify(await admin.api.getDbtIntegration({ params }))).not.toContain(webhookSecret)
  })

  it('answers a repetition with the secret of the first time, which is sealed meanwhile', async ({ admin, setup: { params } }) => {
    const path = `/api/v1/deployments/${params.deploymentId}/dbt-integration/rotate-webhook-secret`
    const rotate = async () => {
      const answer = await server.request(admin, path, { method: 'POST', headers: { 'idempotency-key': 'once' } })
      return ((await answer.json()) as { webhookSecret: string }).webhookSecret
    }

    const secret = await rotate()

    expect(await rotate()).toBe(secret)
    expect(await inUse(admin)).toBe(secret)
    const kept = await server.query('select to_jsonb(k)::text as row from idempotency_keys k where tenant_id = $1', [admin.tenantId])
    expect(kept).not.toEqual([])
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  it('is nothing to syncs without an integration', async ({ admin }) => {
    await expect(admin.api.rotateDbtWebhookSecret({ params: admin })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
    expect(await inUse(admin)).toBeNull()
  })
})

type Body = NonNullable<Parameters<Actor['api']['testDbtConnection']>[0]['body']>
const test = ({ api, deploymentId }: Actor, body: Body = {}) => api.testDbtConnection({ params: { deploymentId }, body })

describe('testDbtConnection', () => {
  it('lists branches and reports whether the configured one exists', async ({ admin, setup: { params, repository } }) => {
    await repository.commit('main', { 'dbt_project.yml': 'name: shop\n' })
    await repository.commit('release', { 'dbt_project.yml': 'name: shop\n' })

    expect(await test(admin)).toMatchObject({
      isReachable: true,
      message: 'Repository is reachable',
      branches: ['main', 'release'],
      defaultBranch: 'main',
      hasBranch: true,
    })
    await admin.api.setDbtIntegration({ params, body: { url: repository.url, branch: 'gone', targetSchema: 'analytics' } })
    expect(await test(admin)).toMatchObject({ isReachable: true, hasBranch: false })
  })

  it('takes a request without a body', async ({ admin }) => {
    await givenDbtIntegration(host, admin)
    const path = `/api/v1/deployments/${admin.deploymentId}/dbt-integration/test-connection`

    const answer = await server.request(admin, path, { method: 'POST' })

    expect([answer.status, await answer.json()]).toMatchObject([200, { isReachable: true }])
  })

  it.for<[string, () => Body, string]>([
    ['a token the host does not take', () => ({ token: 'wrong' }), 'authentication_failed'],
    ['a repository the host does not have', () => ({ url: host.server().urlOf('nowhere.git') }), 'repository_not_found'],
    ['a protocol that is not supported', () => ({ url: 'ftp://git.example.com/dbt.git' }), 'unsupported_protocol'],
    ['what runs a command', () => ({ url: 'ext::id' }), 'unsupported_protocol'],
    ['a host that does not answer', () => ({ url: 'https://localhost:1/dbt.git' }), 'host_unreachable'],
    ['a host that has no address', () => ({ url: 'https://dbt.invalid/dbt.git' }), 'host_unreachable'],
    ['an SSH host that does not answer', () => ({ url: 'ssh://git@localhost:1/dbt.git' }), 'host_unreachable'],
    ['what is no git URL', () => ({ url: 'my dbt project' }), 'not_a_git_url'],
    ['a password in the URL', () => ({ url: 'https://ada:unseen@localhost/dbt.git' }), 'not_a_git_url'],
    ['a host of the network here', () => ({ url: 'https://127.0.0.1/dbt.git' }), 'private_host'],
  ])('says the cause of %s', async ([_what, body, cause], { admin }) => {
    await givenDbtIntegration(host, admin)

    const answer = await test(admin, body())

    expect(answer).toMatchObject({ isReachable: false, cause, branches: [] })
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${host.token}|unseen`))
  })

  it('tries what is not set yet, and keeps nothing of it', async ({ admin }) => {
    const { url } = await host.addRepository()

    expect(await test(admin, { url, token: host.token })).toMatchObject({ isReachable: true })

    await expect(test(admin)).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
    expect(await server.query('select url from dbt_integrations where deployment_id = $1', [admin.deploymentId])).toEqual([])
  })

  it('never sends a kept token to another host or port', async ({ admin }) => {
    await givenDbtIntegration(host, admin)
    const heard: (string | undefined)[] = []
    const other = await startGitServer({
      host: 'localhost',
      intercept: (request) => {
        heard.push(request.headers.authorization)
        return false
      },
    })
    try {
      await other.addRepository('theirs.git')
      await test(admin, { url: other.urlOf('theirs.git') })

      expect(heard.filter((sent) => sent !== undefined)).toEqual([])
    } finally {
      await other.close()
    }
  })

  itRefusesBodies(server, 'testDbtConnection', [
    [{ url: 1 }, '/body/url'],
    [{ adress: 'x' }, '/body/adress'],
  ])
})
