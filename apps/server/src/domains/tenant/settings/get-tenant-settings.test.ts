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
})
