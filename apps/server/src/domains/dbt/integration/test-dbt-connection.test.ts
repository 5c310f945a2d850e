import { describe, expect, it } from 'vitest'
import { type Actor, givenDbtIntegration, itRefusesBodies, startGitServer, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

type Body = NonNullable<Parameters<Actor['api']['testDbtConnection']>[0]['body']>

const test = ({ api, deploymentId }: Actor, body: Body = {}) => api.testDbtConnection({ params: { deploymentId }, body })

describe('testDbtConnection', () => {
  it('lists the branches of a repository that is reached, and says whether the wanted one is there', async () => {
    const admin = await server.admin()
    const { params, repository } = await givenDbtIntegration(host, admin)
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

  it('takes a request without a body', async () => {
    const admin = await server.admin()
    await givenDbtIntegration(host, admin)
    const path = `/api/v1/deployments/${admin.deploymentId}/dbt-integration/test-connection`

    const answer = await server.request(admin, path, { method: 'POST' })

    expect([answer.status, await answer.json()]).toMatchObject([200, { isReachable: true }])
  })

  it.each<[string, () => Body, string]>([
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
  ])('says the cause of %s', async (_what, body, cause) => {
    const admin = await server.admin()
    await givenDbtIntegration(host, admin)

    const answer = await test(admin, body())

    expect(answer).toMatchObject({ isReachable: false, cause, branches: [] })
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${host.token}|unseen`))
  })

  it('tries what is not set yet, and keeps nothing of it', async () => {
    const admin = await server.admin()
    const { url } = await host.addRepository()

    expect(await test(admin, { url, token: host.token })).toMatchObject({ isReachable: true })

    await expect(test(admin)).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
    expect(await server.database().query('select url from dbt_integrations where deployment_id = $1', [admin.deploymentId])).toEqual([])
  })

  it('never sends a kept token to another host or port', async () => {
    const admin = await server.admin()
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
