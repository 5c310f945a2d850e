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
})
