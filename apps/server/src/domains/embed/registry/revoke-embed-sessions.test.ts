import { describe, expect, it } from 'vitest'
import {
  type Actor,
  expectTokenGood,
  expectTokenRevoked,
  givenDeployments,
  givenKey,
  givenToken,
  newestSessionId,
  refusalOf,
  type SessionBody,
  useServer,
} from '#test'

const server = useServer('shared')

type Body = Parameters<Actor['api']['revokeEmbedSessions']>[0]['body']

const acme = { externalId: 'user-1', embedTenantName: 'acme-corp' }

/** One token for each thing a revocation can name, none of them sharing it with another. */
const givenTokens = async () => {
  const owner = await server.admin()
  const [second = 0] = await givenDeployments(owner, 'Second')
  const key = await givenKey(server, owner)
  const made = async (by: Actor, body: SessionBody) => {
    const { token } = await givenToken(server, by, body)
    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    return { token, session, remint: () => givenToken(server, by, body) }
  }
  return {
    owner,
    tokens: {
      outside: await made(owner, { externalId: 'user-1' }),
      acme: await made(owner, acme),
      acmeToo: await made(owner, { ...acme, externalId: 'user-2' }),
      other: await made(owner, { externalId: 'user-1', embedTenantName: 'other-corp' }),
      deployed: await made(owner, { externalId: 'user-3', deploymentId: second }),
      keyed: await made(key, { externalId: 'user-4' }),
    },
  }
}
type Given = Awaited<ReturnType<typeof givenTokens>>
type Name = keyof Given['tokens']

const subjects: [what: string, body: (given: Given) => Body, ends: Name[]][] = [
  ['a user', ({ tokens }) => ({ userId: tokens.acme.session.userId }), ['acme']],
  ['an external id outside the embed tenants', () => ({ externalId: 'user-1' }), ['outside']],
  ['an external id with its embed tenant', () => acme, ['acme']],
  ['an embed tenant', () => ({ embedTenantName: 'acme-corp' }), ['acme', 'acmeToo']],
  ['an embed tenant in any case', () => ({ embedTenantName: 'ACME-corp' }), ['acme', 'acmeToo']],
  ['a deployment', ({ tokens }) => ({ deploymentId: tokens.deployed.session.deploymentId }), ['deployed']],
  ['a key', ({ tokens }) => ({ apiKeyId: tokens.keyed.session.apiKeyId }), ['keyed']],
]

describe('revokeEmbedSessions', () => {
  it.each(subjects)('by %s ends those tokens and nothing else, and what is minted afterwards works', async (_, body, ends) => {
    const given = await givenTokens()
    const { owner, tokens } = given

    await owner.api.revokeEmbedSessions({ body: body(given) })

    for (const [name, { token, session }] of Object.entries(tokens)) {
      if (ends.includes(name as Name)) await expectTokenRevoked(server, owner, token, session.deploymentId)
      else await expectTokenGood(server, owner, token, session.deploymentId)
    }
    for (const name of ends) {
      const { token } = await tokens[name].remint()
      await expectTokenGood(server, owner, token, tokens[name].session.deploymentId)
    }
  })

  it('ends what was minted since the last time as well', async () => {
    const owner = await server.admin()
    await givenToken(server, owner, acme)
    await owner.api.revokeEmbedSessions({ body: acme })
    const { token } = await givenToken(server, owner, acme)
    await expectTokenGood(server, owner, token)

    await owner.api.revokeEmbedSessions({ body: acme })

    await expectTokenRevoked(server, owner, token)
  })

  it.each([
    ['nothing', {}],
    ['only nulls', { userId: null, externalId: null }],
    ['a user and a deployment', { userId: 1, deploymentId: 1 }],
    ['a user and an embed tenant', { userId: 1, embedTenantName: 'acme-corp' }],
    ['an external id and a key', { externalId: 'u', apiKeyId: 1 }],
    ['all of them', { userId: 1, externalId: 'u', embedTenantName: 'acme-corp', deploymentId: 1, apiKeyId: 1 }],
  ])('refuses %s: exactly one subject is named', async (_, body) => {
    const owner = await server.admin()

    expect(await refusalOf(owner.api.revokeEmbedSessions({ body }))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it.each([
    ['an embed tenant', { embedTenantName: 'nobody-here' }, 'embed_tenant_not_found'],
    ['an external id', { externalId: 'nobody' }, 'embed_user_not_found'],
    ['the embed tenant of an external id', { externalId: 'user-1', embedTenantName: 'nobody-here' }, 'embed_tenant_not_found'],
  ])('says that there is no such thing: %s', async (_, body, code) => {
    const owner = await server.admin()

    expect(await refusalOf(owner.api.revokeEmbedSessions({ body }))).toMatchObject({ status: 404, code })
  })
})
