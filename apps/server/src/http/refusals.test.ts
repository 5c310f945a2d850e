import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

describe('a refused write in the trail', () => {
  it('names what it was aimed at', async () => {
    const admin = await server.admin()
    const scoped = await server.colleague(admin, { role: 'Admin', scope: { deploymentIds: [admin.deploymentId] } })

    await server.request(scoped, '/api/v1/service-accounts/4711', { method: 'DELETE' })

    const { items } = await admin.api.listAuditLogs({ query: { outcome: 'refused' } })
    expect(items).toMatchObject([{ operation: 'deleteServiceAccount', targetKind: 'service_account', targetId: '4711' }])
  })

  it('does not keep a key that was pasted where an id belongs', async () => {
    const admin = await server.admin()
    const scoped = await server.colleague(admin, { role: 'Admin', scope: { deploymentIds: [admin.deploymentId] } })

    const answer = await server.request(scoped, `/api/v1/service-accounts/${admin.key}`, { method: 'DELETE' })

    expect(answer.status).toBe(403)
    const { items } = await admin.api.listAuditLogs({ query: { outcome: 'refused' } })
    expect(items).toMatchObject([{ operation: 'deleteServiceAccount', targetId: null, failureCode: 'outside_key_scope' }])
  })
})
