import { beforeAll, describe, expect } from 'vitest'
import { type Actor, creator, givenCatalogs, givenKey, mint, refusalOf, rowCounts, type SessionBody, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

// What can be wrong with one request, in the order in which it is told.
const faults: [code: string, part: SessionBody][] = [
  ['deployment_not_found', { deploymentId: 999_999_999 }],
  ['unknown_field', { zzzzzzzz: 1 }],
  ['roles_not_allowed', { roles: ['Admin'] }],
  ['user_identifier', { internalId: 'ada' }],
  ['external_id_invalid', { externalId: 'User 2' }],
  ['embed_tenant_name_malformed', { embedTenantName: 'Acme' }],
  ['picture_invalid', { userProfile: { picture: 'ada.png' } }],
  ['creator_mode_required', { creatorMode: false }],
  ['embed_tenant_required', { embedTenantName: null }],
  ['duplicate_name', { tenantGroupDefinitions: [{ name: 'a' }, { name: 'a' }] }],
  ['security_context_reserved', { securityContext: { cubeCloud: {} } }],
  ['attribute_type_conflict', { userAttributeDefinitions: [{ name: 'plan', type: 'string' }] }],
  ['user_attributes_not_found', { userAttributes: [{ name: 'nobody', value: 1 }] }],
  ['groups_not_found', { groups: ['gone'] }],
  ['user_attribute_value_mismatch', { userAttributes: [{ name: 'plan', value: 'x' }] }],
  ['external_user_limit', {}],
]

const base: SessionBody = { ...creator, externalId: 'user-2', groupDefinitions: [{ name: 'new' }] }

/** Both faults in one request, or nothing when the two say the same field differently. */
const together = (one: SessionBody, other: SessionBody): SessionBody | null => {
  const shared = Object.keys(one).filter((name) => name in other)
  if (shared.some((name) => !Array.isArray(one[name]))) return null
  const joined = Object.fromEntries(shared.map((name) => [name, [...(one[name] as unknown[]), ...(other[name] as unknown[])]]))
  return { ...base, ...one, ...other, ...joined }
}

/** Each fault with the next one that fits into the same request: a chain that fixes the order of all. */
const pairs = faults.flatMap(([earlier, one], place) =>
  faults
    .slice(place + 1)
    .flatMap(([later, other]): [string, string, SessionBody][] => {
      const body = together(one, other)
      return body ? [[earlier, later, body]] : []
    })
    .slice(0, 2),
)

describe('a session request with two faults', () => {
  let owner: Actor
  beforeAll(async () => {
    owner = await givenCatalogs(server, { externalUserLimit: 1 })
  })

  it.each(pairs)('reports %s before %s and stores nothing', async (code, _, body) => {
    const before = await rowCounts(server, owner)

    expect(await refusalOf(mint(owner, body))).toMatchObject({ code })

    expect(await rowCounts(server, owner)).toEqual(before)
  })
})

describe('generateSession', () => {
  it('checks role, embedding, scope of the key and deployment in this order', async ({ owner }) => {
    const developer = await server.colleague(owner, { role: 'Developer' })
    const scoped = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })
    const elsewhere = { externalId: 'user-1', deploymentId: 999_999_999 }
    expect(await refusalOf(mint(scoped, elsewhere))).toMatchObject({ status: 403, code: 'outside_key_scope' })

    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect(await refusalOf(mint(scoped, elsewhere))).toMatchObject({ status: 403, code: 'embedding_disabled' })
    expect(await refusalOf(mint(developer, elsewhere))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('checks embed tenant, creator mode and duplicates in this order', async ({ owner }) => {
    const twice = { groupDefinitions: [{ name: 'a' }, { name: 'a' }] }

    expect(await refusalOf(mint(owner, { externalId: 'u', creatorMode: true, ...twice }))).toMatchObject({ code: 'embed_tenant_required' })
    expect(await refusalOf(mint(owner, { externalId: 'u', ...creator, ...twice }))).toMatchObject({ code: 'creator_mode_disabled' })
  })

  it('reports every fault of a request with a pointer', async ({ owner }) => {
    const { errors } = await refusalOf(
      mint(owner, { externalId: 'User', embedTenantName: 'A', userProfile: { picture: 'x' }, zzzzzzzz: 1 }),
    )

    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/body/zzzzzzzz',
      '/body/externalId',
      '/body/embedTenantName',
      '/body/userProfile/picture',
    ])
  })
})
