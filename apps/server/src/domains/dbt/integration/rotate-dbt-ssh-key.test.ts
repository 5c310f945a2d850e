import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db'
import { loadIntegration } from '#engine/dbt'
import { givenDbtIntegration, startTogether, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

describe('rotateDbtSshKey', () => {
  it('makes another key pair each time, and shows the public half alone', async () => {
    const admin = await server.admin()
    const { params } = await givenDbtIntegration(host, admin, server)

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

  it('refuses where no key is used', async () => {
    const admin = await server.admin()
    const { params } = await givenDbtIntegration(host, admin)

    await expect(admin.api.rotateDbtSshKey({ params })).rejects.toMatchObject({ status: 409, code: 'dbt_not_over_ssh' })
  })

  it('says when there is no integration', async () => {
    const admin = await server.admin()

    await expect(admin.api.rotateDbtSshKey({ params: admin })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('puts no key where the integration was deleted meanwhile', async () => {
    const admin = await server.admin()
    const { params } = await givenDbtIntegration(host, admin, server)
    const rotate = () => server.outcome(admin, 'rotateDbtSshKey', { params })

    const [outcome] = await startTogether(server, admin, [rotate], (db) =>
      db.deleteFrom('dbt_integrations').where('tenant_id', '=', admin.tenantId).execute(),
    )

    expect(outcome).toMatchObject({ status: 503 })
  })

  it('has one of two that come at once repeated, so that the key which was shown is the one in use', async () => {
    const admin = await server.admin()
    const { params } = await givenDbtIntegration(host, admin, server)
    const rotate = () => server.outcome(admin, 'rotateDbtSshKey', { params })

    const outcomes = await startTogether(server, admin, [rotate, rotate], (db) =>
      db.selectFrom('dbt_integrations').select('url').where('tenant_id', '=', admin.tenantId).forUpdate().execute(),
    )

    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 503]))
  })
})
