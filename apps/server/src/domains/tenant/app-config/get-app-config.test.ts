import { defaultAppConfig } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { givenToken, useServer } from '#test'

const server = useServer('shared')

describe('getAppConfig', () => {
  it('answers nothing set where nobody has set anything, and what an update answered', async () => {
    const { api } = await server.admin()

    expect(await api.getAppConfig()).toEqual(defaultAppConfig)
    const updated = await api.updateAppConfig({ body: { embedding: { locale: 'de-DE', timezone: 'Europe/Berlin' } } })
    expect(await api.getAppConfig()).toEqual(updated)
  })

  it('answers frames too, and keys of one deployment', async () => {
    const owner = await server.admin()
    await owner.api.updateAppConfig({ body: { sheetsUi: { showAppliedFilters: true } } })
    const frame = await givenToken(server, owner)
    const narrow = await server.colleague(owner, { role: 'Viewer', scope: { deploymentIds: [owner.deploymentId] } })

    for (const { api } of [frame, narrow]) expect(await api.getAppConfig()).toMatchObject({ sheetsUi: { showAppliedFilters: true } })
  })
})
