import { defaultTenantSettings, type TenantSettingsInput } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, itRefusesBodies, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const update = ({ api }: Actor, body: TenantSettingsInput) => api.updateTenantSettings({ body })
/** One change of every setting but the audit log's, which has a rule of its own. */
const changes = {
  hasSupportAccess: true,
  useAIBIUserInterface: false,
  maintenanceWindowEnabled: true,
  maintenanceWindowDay: 'monday',
  maintenanceWindowTime: '22:15',
  oidcEnabled: true,
  embeddingEnabled: false,
  useCreatorMode: true,
  embedOrigins: ['https://app.example.com', 'http://localhost:3000'],
  externalUserLimit: 5,
  revokeOnSecondUse: true,
} as const satisfies TenantSettingsInput

it('getTenantSettings returns the defaults', async () => {
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

describe('updateTenantSettings', () => {
  itRefusesBodies(server, 'updateTenantSettings', [
    [{ maintenanceWindowDay: 'Monday' }, '/body/maintenanceWindowDay'],
    [{ maintenanceWindowTime: '24:00' }, '/body/maintenanceWindowTime'],
    [{ maintenanceWindowTime: '9:30' }, '/body/maintenanceWindowTime'],
    [{ embedOrigins: ['https://app.example.com/path'] }, '/body/embedOrigins/0'],
    [{ embedOrigins: ['*'] }, '/body/embedOrigins/0'],
    [{ embedOrigins: 'https://app.example.com' }, '/body/embedOrigins'],
    [{ externalUserLimit: -1 }, '/body/externalUserLimit'],
    [{ oidcEnabled: 'yes' }, '/body/oidcEnabled'],
  ])

  it('changes each field that is sent and none besides', async ({ owner }) => {
    let expected = { ...defaultTenantSettings }

    for (const [field, value] of Object.entries(changes)) {
      expected = { ...expected, [field]: value }
      expect(await update(owner, { [field]: value })).toEqual(expected)
    }

    expect(await owner.api.getTenantSettings()).toEqual(expected)
  })

  it('keeps everything for fields that are null, and for no body at all', async ({ owner }) => {
    const before = await update(owner, { ...changes, embedOrigins: [...changes.embedOrigins] })
    const nulls = Object.fromEntries([...Object.keys(changes), 'auditLogEnabled'].map((field) => [field, null]))

    expect(await update(owner, nulls)).toEqual(before)

    const bodyless = await server.request(owner, '/api/v1/tenant/settings', { method: 'PUT' })
    expect([bodyless.status, await bodyless.json()]).toEqual([200, before])
  })

  it('replaces the embed origins as a whole, down to none', async ({ owner }) => {
    await update(owner, { embedOrigins: ['https://a.example', 'https://b.example'] })

    expect(await update(owner, { embedOrigins: ['https://c.example'] })).toMatchObject({ embedOrigins: ['https://c.example'] })
    expect(await update(owner, { embedOrigins: [] })).toMatchObject({ embedOrigins: [] })
  })

  it('notes when the audit log was turned off or on, and not when it was only said again', async ({ owner }) => {
    expect(await update(owner, { auditLogEnabled: true })).toMatchObject({ auditLogEnabledTimestamp: 0 })
    const [clock] = await server.query<{ now: number }>('select (extract(epoch from now()) * 1000)::float8 as now')

    const off = await update(owner, { auditLogEnabled: false })
    const offAgain = await update(owner, { auditLogEnabled: false })
    const on = await update(owner, { auditLogEnabled: true })

    expect(off).toMatchObject({ auditLogEnabled: false, auditLogEnabledCurrent: false })
    expect(off.auditLogEnabledTimestamp).toBeGreaterThanOrEqual(Math.floor(clock?.now ?? Number.POSITIVE_INFINITY))
    expect(offAgain).toEqual(off)
    expect(on).toMatchObject({ auditLogEnabled: true, auditLogEnabledCurrent: true })
    expect(on.auditLogEnabledTimestamp).toBeGreaterThanOrEqual(off.auditLogEnabledTimestamp)
  })

  it.each(['auditLogEnabledCurrent', 'auditLogEnabledTimestamp', 'isRoot'])(
    'refuses %s, which is read-only or not a setting',
    async (name) => {
      const owner = await server.admin()

      const answer = await server.request(owner, '/api/v1/tenant/settings', { method: 'PUT', json: { [name]: 1, useCreatorMode: true } })

      expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer: `/body/${name}` }] }])
      expect(await owner.api.getTenantSettings({})).toMatchObject({ useCreatorMode: false })
    },
  )

  it('keeps both of two changes that come at once', async ({ owner }) => {
    await Promise.all([update(owner, { useCreatorMode: true }), update(owner, { oidcEnabled: true })])

    expect(await owner.api.getTenantSettings()).toEqual({ ...defaultTenantSettings, useCreatorMode: true, oidcEnabled: true })
  })
})
