import { describe, expect, it } from 'vitest'
import { creator, dryRun, frozenOf, givenCatalogs, mint, refusalOf, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const minted: [name: string, body: SessionBody][] = [
  ['nothing but the user', {}],
  ['tenant-wide names', { groups: ['premium', 'basic'], userAttributes: [{ name: 'cities', value: ['Oslo'] }] }],
  ['stored groups cleared', { groups: [] }],
  ['a context', { securityContext: { customerId: 7 } }],
  ['names of the embed tenant', { ...creator, groups: ['editors'], tenantGroups: ['sales'], userAttributes: [{ name: 'plan', value: 2 }] }],
  [
    'definitions of its own',
    {
      ...creator,
      groupDefinitions: [{ name: 'new' }],
      groups: ['new'],
      userAttributeDefinitions: [{ name: 'tier', type: 'string_array', defaultValue: 'a,b' }],
    },
  ],
]

describe('dryRunSession and generateSession', () => {
  it('agree on the refusal of an external user over the limit', async () => {
    const owner = await givenCatalogs(server, { externalUserLimit: 1 })

    for (const body of [{ externalId: 'user-2' }, { externalId: 'user-2', embedTenantName: 'brand-new' }]) {
      const { problems, wouldMint } = await dryRun(owner, body)

      expect(wouldMint).toBe(false)
      expect(problems[0]).toMatchObject({ code: 'external_user_limit', status: 403 })
      expect(await refusalOf(mint(owner, body))).toMatchObject({ code: 'external_user_limit', status: 403 })
    }
  })

  it.each(minted)('agree on what a session with %s sees', async (_, body) => {
    const owner = await givenCatalogs(server)
    const request = { externalId: 'user-1', embedTenantName: 'acme-corp', ...body }
    await mint(owner, {
      externalId: 'user-1',
      embedTenantName: 'acme-corp',
      groups: ['basic'],
      userAttributes: [{ name: 'seats', value: 1 }],
    })

    const { wouldMint, problems, securityContext } = await dryRun(owner, request)
    const frozen = await frozenOf(server, owner, await mint(owner, request))

    expect({ wouldMint, problems }).toEqual({ wouldMint: true, problems: [] })
    const { cubeCloud, ...own } = securityContext as { cubeCloud: { groups: string[]; userAttributes: unknown; username: string } }
    expect(own).toEqual(frozen.securityContext)
    expect(cubeCloud.userAttributes).toEqual(frozen.userAttributes)
    expect(cubeCloud.username).toBe(frozen.username)
    expect(cubeCloud.groups.toSorted()).toEqual(frozen.groups.toSorted())
  })

  it('agree while embedding is off', async () => {
    const owner = await server.admin()
    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect((await dryRun(owner, { externalId: 'user-1' })).problems[0]).toMatchObject({ code: 'embedding_disabled', status: 403 })
    expect(await refusalOf(mint(owner, { externalId: 'user-1' }))).toMatchObject({ code: 'embedding_disabled', status: 403 })
  })
})
