import { describe, expect } from 'vitest'
import { type Actor, refsOf, startGitServer, startTogether, useGitHost, useServer, withOwner } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const it = withOwner(server)

const connect = ({ api, deploymentId }: Actor, body: Parameters<Actor['api']['connectRemote']>[0]['body']) =>
  api.connectRemote({ params: { deploymentId }, body })

describe('connectRemote', () => {
  it('keeps the token sealed and shows the address for push notices once', async ({ admin }) => {
    const { url } = await host.addRepository()

    const first = await connect(admin, { url, username: 'ada', token: host.token })
    const second = await connect(admin, { url })

    expect(first.remote).toMatchObject({ url, username: 'ada', hasToken: true, hostKeys: [] })
    expect(first.webhookUrl).toMatch(
      new RegExp(`^http://${admin.host}/build/api/v1/deployments/${admin.deploymentId}/remote/push-notice\\?token=[\\w-]{43}$`),
    )
    expect(second).toMatchObject({ remote: { username: 'ada', hasToken: true }, webhookUrl: null })
    expect(JSON.stringify([first, second])).not.toContain(host.token)
    expect(await admin.api.testRemote({ params: { deploymentId: admin.deploymentId } })).toMatchObject({ isReachable: true })
  })

  it('makes another address for push notices when asked', async ({ admin }) => {
    const { webhookUrl } = await host.connect(admin)
    const { url } = await admin.api.getRemote({ params: { deploymentId: admin.deploymentId } })

    const renewed = await connect(admin, { url, newWebhook: true })

    expect(renewed.webhookUrl).toBeTruthy()
    expect(renewed.webhookUrl).not.toBe(webhookUrl)
    const outcomeOf = async (address: string) => {
      const { pathname, search } = new URL(address)
      return (await server.request({ headers: admin.headers }, `${pathname}${search}`, { method: 'POST', json: {} })).status
    }
    expect(await outcomeOf(webhookUrl)).toBe(403)
    expect(await outcomeOf(renewed.webhookUrl ?? '')).toBe(204)
  })

  it('brings back no address for push notices that was replaced meanwhile', async ({ admin }) => {
    await host.connect(admin)
    const { url } = await admin.api.getRemote({ params: { deploymentId: admin.deploymentId } })
    const body = [{ url, newWebhook: true }, { url }]
    const calls = body.map(
      (request) => () => server.outcome(admin, 'connectRemote', { params: { deploymentId: admin.deploymentId }, body: request }),
    )

    const outcomes = await startTogether(server, admin, calls, (db) =>
      db.selectFrom('repository_remotes').select('url').where('tenant_id', '=', admin.tenantId).forUpdate().execute(),
    )

    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 503]))
  })

  it('comes to nothing when the remote was disconnected meanwhile', async ({ admin }) => {
    await host.connect(admin)
    const { url } = await admin.api.getRemote({ params: admin })
    const reconnect = () => server.outcome(admin, 'connectRemote', { params: admin, body: { url } })

    const [outcome] = await startTogether(server, admin, [reconnect], (db) =>
      db.deleteFrom('repository_remotes').where('tenant_id', '=', admin.tenantId).execute(),
    )

    expect(outcome).toMatchObject({ status: 503 })
    await expect(admin.api.getRemote({ params: admin })).rejects.toMatchObject({ code: 'remote_not_connected' })
  })

  it('never sends a kept token to another host or port', async ({ admin }) => {
    await host.connect(admin)
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
      const { remote } = await connect(admin, { url: other.urlOf('theirs.git') })
      await admin.api.testRemote({ params: { deploymentId: admin.deploymentId } })

      expect(remote.hasToken).toBe(false)
      expect(heard.filter((sent) => sent !== undefined)).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('does not bring a token back that was forgotten', async ({ admin }) => {
    const { repository } = await host.connect(admin)
    await connect(admin, { url: 'https://localhost:1/elsewhere.git' })

    const { remote } = await connect(admin, { url: repository.url })

    expect(remote.hasToken).toBe(false)
  })

  it('forgets where the branches of another repository were', async ({ admin }) => {
    await host.connect(admin)
    await admin.api.pull({ params: { deploymentId: admin.deploymentId }, body: {} })
    expect(Object.keys(await refsOf(server, admin))).toContain('remotes/main')

    await connect(admin, { url: (await host.addRepository()).url })

    expect(Object.keys(await refsOf(server, admin))).toEqual(['heads/main'])
  })

  it.each([
    ['a file', 'file:///etc/passwd', 'remote_url_invalid'],
    ['a command', 'ext::sh -c id', 'remote_url_invalid'],
    ['plain HTTP', 'http://git.example.com/x.git', 'remote_url_invalid'],
    ['a password in the URL', 'https://ada:secret@git.example.com/x.git', 'remote_url_invalid'],
    ['an address of the network here', 'https://127.0.0.1/x.git', 'remote_host_private'],
    ['the address of a cloud’s metadata', 'https://169.254.169.254/x.git', 'remote_host_private'],
    ['an SSH host of the network here', 'git@10.0.0.1:x.git', 'remote_host_private'],
    ['an SSH host that is not there', 'ssh://git@localhost:1/x.git', 'remote_unreachable'],
  ])('refuses %s', async (_what, url, code) => {
    const admin = await server.admin()

    await expect(connect(admin, { url, token: 'unseen-token' })).rejects.toMatchObject({ code })
    await expect(admin.api.getRemote({ params: { deploymentId: admin.deploymentId } })).rejects.toMatchObject({
      code: 'remote_not_connected',
    })
  })

  it('keeps its secrets out of the log, the trail and the database', async ({ admin }) => {
    const { webhookUrl } = await host.connect(admin)
    const rows = await server.query('select to_jsonb(r)::text as row from repository_remotes r')
    await connect(admin, { url: host.server().urlOf('nowhere.git') })
    await admin.api.testRemote({ params: admin })
    await expect(admin.api.pull({ params: admin, body: {} })).rejects.toMatchObject({ code: 'remote_repository_not_found' })

    await expect.poll(() => server.logs.join(''), { timeout: 30_000 }).toContain('"operation":"testRemote"')
    const { items } = await admin.api.listAuditLogs({})
    const seen = server.logs.join('') + JSON.stringify([items, rows])
    const webhookToken = new URL(webhookUrl).searchParams.get('token') ?? ''
    const basic = Buffer.from(`git:${host.token}`).toString('base64')
    for (const secret of [host.token, basic, webhookToken])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(seen.includes(form)).toBe(false)
    expect(seen).toContain('connectRemote')
  })
})

describe('disconnectRemote', () => {
  it('forgets the remote and where it had its branches, and keeps what was pulled', async ({ admin }) => {
    const { head } = await host.connect(admin)
    await admin.api.pull({ params: admin, body: {} })

    expect(await admin.api.disconnectRemote({ params: admin })).toEqual({ success: true })

    expect(await refsOf(server, admin)).toEqual({ 'heads/main': head })
    expect(await server.query('select url from repository_remotes where deployment_id = $1', [admin.deploymentId])).toEqual([])
    await expect(admin.api.disconnectRemote({ params: admin })).rejects.toMatchObject({ status: 404, code: 'remote_not_connected' })
    expect(await admin.api.pull({ params: admin, body: {} })).toEqual({ buildTriggered: false })
  })

  it('ends the address for push notices', async ({ admin }) => {
    const { webhookUrl } = await host.connect(admin)
    await admin.api.disconnectRemote({ params: { deploymentId: admin.deploymentId } })

    const { pathname, search } = new URL(webhookUrl)
    const answer = await server.request({ headers: admin.headers }, `${pathname}${search}`, {
      method: 'POST',
      headers: { 'x-git-event': 'push' },
      json: {},
    })
    expect(answer.status).toBe(403)
  })
})

describe('getRemote', () => {
  it('shows how the remote is reached, and that there is a token, but not which', async ({ admin }) => {
    const { repository } = await host.connect(admin)

    const remote = await admin.api.getRemote({ params: admin })

    expect(remote).toEqual({
      url: repository.url,
      username: null,
      hasToken: true,
      sshPublicKey: null,
      hostKeys: [],
      pushes: [],
      connectedAt: expect.any(String),
    })
  })

  it('says when there is none', async () => {
    const { api, deploymentId } = await server.admin()

    await expect(api.getRemote({ params: { deploymentId } })).rejects.toMatchObject({ status: 404, code: 'remote_not_connected' })
  })
})

describe('testRemote', () => {
  it('lists the branches of a repository that is reached', async ({ admin }) => {
    const { repository } = await host.connect(admin)
    await repository.commit('feature/x', { 'model.yml': '' })

    expect(await admin.api.testRemote({ params: { deploymentId: admin.deploymentId } })).toEqual({
      isReachable: true,
      message: 'Repository is reachable',
      branches: ['feature/x', 'main'],
    })
  })

  it.each<[string, { token?: string; path?: string }, string]>([
    ['a token the host does not take', { token: 'wrong' }, 'remote_auth_failed'],
    ['a repository the host does not have', { path: 'nowhere.git' }, 'remote_repository_not_found'],
  ])('says the cause of %s', async (_what, { token = host.token, path }, cause) => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    const repository = await host.addRepository()
    await api.connectRemote({ params, body: { url: path ? host.server().urlOf(path) : repository.url, token } })

    const answer = await api.testRemote({ params })

    expect(answer).toMatchObject({ isReachable: false, cause, branches: [] })
    expect(JSON.stringify(answer)).not.toContain(token)
  })

  it('says when there is none', async () => {
    const { api, deploymentId } = await server.admin()

    await expect(api.testRemote({ params: { deploymentId } })).rejects.toMatchObject({ status: 404, code: 'remote_not_connected' })
  })
})
