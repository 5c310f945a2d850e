import { useServer } from '@facet/server/testing'
import { type SshServer, startSshServer } from '@facet/testkit/ssh'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let ssh: SshServer
const server = useServer({ FACET_ALLOW_PRIVATE_HOSTS: 'localhost' })

beforeAll(async () => {
  ssh = await startSshServer()
})
afterAll(() => ssh.close())

const given = async (name: string) => {
  const { api, deploymentId } = await server.admin()
  const repository = await ssh.addRepository(`${name}.git`)
  await repository.commit('main', { 'dbt_project.yml': 'name: shop\n' })
  return { api, params: { deploymentId }, body: { url: ssh.urlOf(repository, 'localhost'), targetSchema: 'analytics' } }
}

describe('a dbt integration over SSH', () => {
  it('is reached with the key that is shown, until another takes its place', async () => {
    const { api, params, body } = await given('dbt')

    expect(await api.testDbtConnection({ params, body: { url: body.url } })).toMatchObject({
      isReachable: false,
      cause: 'authentication_failed',
      message: expect.stringContaining('key pair'),
    })
    const { integration } = await api.setDbtIntegration({ params, body })
    expect(integration.sshPublicKey).toMatch(/^ssh-ed25519 \S+ facet$/)
    expect(integration.hostKeys).toMatchObject([{ type: 'ssh-ed25519' }])
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'authentication_failed' })
    ssh.authorize(integration.sshPublicKey ?? '')
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: true, branches: ['main'], hasBranch: true })

    const { sshPublicKey } = await api.rotateDbtSshKey({ params })
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'authentication_failed' })
    ssh.authorize(sshPublicKey)
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: true })
  })

  it('keeps its key pair on an edit, and is held to the keys of the host', async () => {
    const { api, params, body } = await given('kept')
    const first = (await api.setDbtIntegration({ params, body })).integration
    const other = await startSshServer()
    try {
      const second = (await api.setDbtIntegration({ params, body: { ...body, target: 'prod' } })).integration
      expect([second.sshPublicKey, second.hostKeys]).toEqual([first.sshPublicKey, first.hostKeys])

      await server
        .database()
        .query('update dbt_integrations set host_keys = $2 where deployment_id = $1', [params.deploymentId, [other.hostKey]])
      expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'host_key_mismatch' })
    } finally {
      await other.close()
    }
  })
})
