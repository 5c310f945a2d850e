import type { AppTheme } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { givenToken, useServer } from '#test'

const server = useServer('shared')

const themeOf = (mark: string): AppTheme => {
  const scheme = {
    accentColor: '#2a6df4',
    backgroundColor: '#fff',
    foregroundColor: '#111',
    contrast: 45,
    logoUrl: `https://${mark}.example/logo.svg`,
  }
  return { light: scheme, dark: scheme }
}

describe('getAppTheme', () => {
  it('answers null where none is set, and the theme alone where one is, to frames too', async () => {
    const owner = await server.admin()
    expect(await owner.api.getAppTheme()).toBeNull()

    await owner.api.updateAppConfig({ body: { appTheme: themeOf('acme') } })

    expect(await owner.api.getAppTheme()).toEqual(themeOf('acme'))
    expect(await (await givenToken(server, owner)).api.getAppTheme()).toEqual(themeOf('acme'))
  })
})
