import { describe, expect, it } from 'vitest'
import { useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

describe('testRemote', () => {
  it('lists the branches of a repository that is reached', async () => {
    const admin = await server.admin()
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
