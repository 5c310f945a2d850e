import { describe, expect, it } from 'vitest'
import { useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

describe('getRemote', () => {
  it('shows how the remote is reached, and that there is a token, but not which', async () => {
    const admin = await server.admin()
    const params = { deploymentId: admin.deploymentId }
    const { repository } = await host.connect(admin)

    const remote = await admin.api.getRemote({ params })

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
