import { defaultTenantSettings } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

describe('getTenantSettings', () => {
  it('answers the defaults of a tenant that set nothing', async () => {
    const { api } = await server.admin()

    expect(await api.getTenantSettings()).toEqual({
      auditLogEnabled: true,
      auditLogEnabledCurrent: true,
      auditLogEnabledTimestamp: 0,
      hasSupportAccess: false,
      useAIBIUserInterface: true,
      maintenanceWindowEnabled: false,
      maintenanceWindowDay: 'sunday',
      maintenanceWindowTime: '03:00',
      oidcEnabled: false,
      embeddingEnabled: true,
      useCreatorMode: false,
      embedOrigins: [],
      externalUserLimit: 10_000,
      revokeOnSecondUse: false,
    })
  })

  it('answers everyone who may look at anything in the tenant', async () => {
    const owner = await server.admin()
    const { api } = await server.colleague(owner, { role: 'Viewer' })

    expect(await api.getTenantSettings()).toEqual(defaultTenantSettings)
  })

  it('answers what an update answered', async () => {
    const { api } = await server.admin()

    const updated = await api.updateTenantSettings({ body: { useCreatorMode: true, maintenanceWindowTime: '23:59' } })

    expect(await api.getTenantSettings()).toEqual(updated)
  })

  it('refuses a key that is scoped to deployments', async () => {
    const owner = await server.admin()
    const { api } = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [owner.deploymentId] } })

    await expect(api.getTenantSettings()).rejects.toMatchObject({ status: 403, code: 'outside_key_scope' })
  })
})
