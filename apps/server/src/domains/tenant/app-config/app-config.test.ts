import { type AppTheme, defaultAppConfig } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, givenServiceAccount, givenToken, itRefusesBodies, personIdOf, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

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
const setTheme = ({ tenantId }: Actor, userId: number, theme: object) =>
  server.query('update users set embed_theme = $3 where tenant_id = $1 and id = $2', [tenantId, userId, JSON.stringify(theme)])
const scheme = { accentColor: '#2a6df4', backgroundColor: 'rgb(255, 255, 255)', foregroundColor: '#111', contrast: 45, logoUrl: '' }
const theme: AppTheme = { light: scheme, dark: { ...scheme, logoUrl: 'https://cdn.example.com/logo.svg' } }
const typography = (fontRef: string) => ({
  fonts: [{ id: 'inter', url: 'https://cdn.example.com/inter.woff2', format: 'woff2' }],
  body: { fontRef: 'inter', fontWeight: 400 },
  heading: { fontRef, fontWeight: 700 },
})

it('getAppConfig returns empty settings first, then the updated ones', async ({ owner: { api } }) => {
  expect(await api.getAppConfig()).toEqual(defaultAppConfig)
  const updated = await api.updateAppConfig({ body: { embedding: { locale: 'de-DE', timezone: 'Europe/Berlin' } } })
  expect(await api.getAppConfig()).toEqual(updated)
})

it('getAppTheme returns null or the theme alone, to frames too', async ({ owner }) => {
  expect(await owner.api.getAppTheme()).toBeNull()

  await owner.api.updateAppConfig({ body: { appTheme: themeOf('acme') } })

  expect(await owner.api.getAppTheme()).toEqual(themeOf('acme'))
  expect(await (await givenToken(server, owner)).api.getAppTheme()).toEqual(themeOf('acme'))
})

describe('getEmbedTheme', () => {
  it('answers that of the user behind a key, and none of a service account', async ({ owner }) => {
    const userId = await personIdOf(owner)
    expect(await owner.api.getEmbedTheme()).toEqual({})

    await owner.api.updateUser({ params: { userId }, body: { embedTheme: { primaryColor: '#2a6df4', chat: { inputColor: null } } } })

    expect(await owner.api.getEmbedTheme()).toEqual({ primaryColor: '#2a6df4', chat: {} })
    expect(await (await givenServiceAccount(server, owner)).api.getEmbedTheme()).toEqual({})
  })

  it('answers that of the session to a frame, and to an internal user their own where the session has none', async ({ owner }) => {
    const userId = await personIdOf(owner)
    await setTheme(owner, userId, { primaryColor: '#111111' })
    const { username } = await owner.api.getCurrentUser({})
    const embedTheme = { primaryColor: '#222222' }

    expect(await (await givenToken(server, owner, { embedTheme })).api.getEmbedTheme()).toEqual(embedTheme)
    expect(await (await givenToken(server, owner)).api.getEmbedTheme()).toEqual({})
    const internal = async (body: object) => {
      const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, internalId: username, ...body } })
      const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })
      return server.clientFor(owner, token).getEmbedTheme()
    }
    expect(await internal({})).toEqual({ primaryColor: '#111111' })
    expect(await internal({ embedTheme })).toEqual(embedTheme)
  })

  it('leaves out what was stored of a user and is no part of a theme', async ({ owner }) => {
    await setTheme(owner, await personIdOf(owner), {
      font: 'Inter',
      primaryColor: 'red;}',
      chat: 'x',
      css: 'body{}',
      analyticsChat: { chatInput: { borderColor: '#333' } },
    })

    expect(await owner.api.getEmbedTheme()).toEqual({ font: 'Inter', analyticsChat: { chatInput: { borderColor: '#333' } } })
  })
})

describe('updateAppConfig', () => {
  itRefusesBodies(server, 'updateAppConfig', [
    [{ applyThemeGlobally: 'yes' }, '/body/applyThemeGlobally'],
    [{ appTheme: { light: scheme } }, '/body/appTheme'],
    [{ appTheme: { ...theme, light: { ...scheme, accentColor: 'red;}' } } }, '/body/appTheme'],
    [{ appTheme: { ...theme, light: { ...scheme, logoUrl: 'http://cdn.example.com/logo.svg' } } }, '/body/appTheme'],
    [{ appTheme: { ...theme, light: { ...scheme, contrast: 101 } } }, '/body/appTheme'],
    [{ creatorMode: { localizedTitles: Array.from({ length: 51 }, () => ({ locale: 'de', value: 'x' })) } }, '/body/creatorMode'],
  ])

  it('has what is known of the tenant looked up anew only where its fonts are others', async ({ owner: { api } }) => {
    const epoch = async () => (await server.query<{ epoch: number }>('select epoch::float8 as epoch from revocation_epoch'))[0]?.epoch
    const raised = async (body: Parameters<typeof api.updateAppConfig>[0]['body']): Promise<boolean> => {
      const before = await epoch()
      await api.updateAppConfig({ body })
      return (await epoch()) !== before
    }

    expect(await raised({ creatorMode: { workspaceTitle: 'One' } })).toBe(false)
    expect(await raised({ appTheme: theme })).toBe(false)
    expect(await raised({ appTheme: { ...theme, typography: typography('inter') } })).toBe(true)
    expect(await raised({})).toBe(false)
    expect(await raised({ creatorMode: { workspaceTitle: 'Two' } })).toBe(false)
    expect(await raised({ appTheme: null })).toBe(true)
  })

  it('keeps parts that are left out, replaces those sent whole, and clears by null', async ({ owner: { api } }) => {
    const first = await api.updateAppConfig({
      body: { applyThemeGlobally: true, appTheme: theme, embedding: { locale: 'de', timezone: 'Europe/Berlin' } },
    })
    expect(first).toEqual({
      ...defaultAppConfig,
      applyThemeGlobally: true,
      appTheme: theme,
      embedding: { locale: 'de', timezone: 'Europe/Berlin' },
    })

    expect(await api.updateAppConfig({ body: { applyThemeGlobally: null } })).toEqual(first)
    expect(await api.updateAppConfig({ body: { embedding: { showDashboardChat: false } } })).toEqual({
      ...first,
      embedding: { showDashboardChat: false },
    })
    expect(await api.updateAppConfig({ body: { appTheme: null, embedding: null } })).toEqual({
      ...defaultAppConfig,
      applyThemeGlobally: true,
    })
  })

  it.for(['', '+02:00', 'Europe/Atlantis'])('refuses the time zone %j', async (timezone, { owner }) => {
    for (const body of [{ embedding: { timezone } }, { timezoneSettings: { timezone } }])
      expect(await server.outcome(owner, 'updateAppConfig', { body })).toEqual({ status: 400, code: 'time_zone_invalid' })
    expect(await owner.api.getAppConfig()).toEqual(defaultAppConfig)
  })

  it('refuses a font that is not among those sent', async ({ owner }) => {
    const send = (fontRef: string) =>
      server.outcome(owner, 'updateAppConfig', { body: { appTheme: { ...theme, typography: typography(fontRef) } } })

    expect(await send('arial')).toEqual({ status: 400, code: 'font_not_found' })
    expect(await send('inter')).toMatchObject({ status: 200, body: { appTheme: { typography: typography('inter') } } })
  })

  it('refuses what it does not know, at every depth, and keeps nothing of it', async ({ owner }) => {
    const json = { isRoot: true, embedding: { locale: 'de', secret: 'x' }, appTheme: { ...theme, light: { ...scheme, css: 'x' } } }

    const answer = await server.request(owner, '/api/v1/app-config', { method: 'PUT', json })

    const { errors } = (await answer.json()) as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/body/isRoot', '/body/appTheme/light/css', '/body/embedding/secret'])
    expect(await owner.api.getAppConfig({})).toEqual(defaultAppConfig)
  })

  it('keeps both of two changes that come at once', async ({ owner: { api } }) => {
    const settings = { enabled: true, timezone: 'UTC' }

    await Promise.all([
      api.updateAppConfig({ body: { timezoneSettings: settings } }),
      api.updateAppConfig({ body: { sheetsUi: { showAppliedFilters: true } } }),
    ])

    expect(await api.getAppConfig()).toEqual({
      ...defaultAppConfig,
      timezoneSettings: settings,
      sheetsUi: { showAppliedFilters: true },
    })
  })
})
