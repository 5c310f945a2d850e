import { describe, expect, it } from 'vitest'
import { type Actor, givenServiceAccount, givenToken, personIdOf, useServer } from '#test'

const server = useServer('shared')

const setTheme = ({ tenantId }: Actor, userId: number, theme: object) =>
  server.database().query('update users set embed_theme = $3 where tenant_id = $1 and id = $2', [tenantId, userId, JSON.stringify(theme)])

describe('getEmbedTheme', () => {
  it('answers that of the user behind a key, and none of a service account', async () => {
    const owner = await server.admin()
    const userId = await personIdOf(owner)
    expect(await owner.api.getEmbedTheme()).toEqual({})

    await owner.api.updateUser({ params: { userId }, body: { embedTheme: { primaryColor: '#2a6df4', chat: { inputColor: null } } } })

    expect(await owner.api.getEmbedTheme()).toEqual({ primaryColor: '#2a6df4', chat: {} })
    expect(await (await givenServiceAccount(server, owner)).api.getEmbedTheme()).toEqual({})
  })

  it('answers that of the session to a frame, and to an internal user their own where the session has none', async () => {
    const owner = await server.admin()
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

  it('leaves out what was stored of a user and is no part of a theme', async () => {
    const owner = await server.admin()
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
