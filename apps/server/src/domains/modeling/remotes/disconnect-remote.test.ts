import { describe, expect, it } from 'vitest'
import { refsOf, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

describe('disconnectRemote', () => {
  it('forgets the remote and where it had its branches, and keeps what was pulled', async () => {
    const admin = await server.admin()
    const params = { deploymentId: admin.deploymentId }
    const { head } = await host.connect(admin)
    await admin.api.pull({ params, body: {} })

    expect(await admin.api.disconnectRemote({ params })).toEqual({ success: true })

    expect(await refsOf(server, admin)).toEqual({ 'heads/main': head })
    expect(await server.database().query('select url from repository_remotes where deployment_id = $1', [admin.deploymentId])).toEqual([])
    await expect(admin.api.disconnectRemote({ params })).rejects.toMatchObject({ status: 404, code: 'remote_not_connected' })
    expect(await admin.api.pull({ params, body: {} })).toEqual({ buildTriggered: false })
  })

  it('ends the address for push notices', async () => {
    const admin = await server.admin()
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
