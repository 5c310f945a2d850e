import { describe, expect, it } from 'vitest'
import { creator, frozenOf, givenCatalogs, mint, type SessionBody, storedUser, useServer } from '#test'

const server = useServer('shared')

type Row = [mode: string, scope: SessionBody, field: 'groups' | 'tenantGroups', kind: string, first: string[], second: string[]]

const modes: Row[] = [
  ['read-only mode', {}, 'groups', 'wide', ['premium'], ['basic']],
  ['read-only mode with an embed tenant', { embedTenantName: 'acme-corp' }, 'groups', 'wide', ['premium'], ['basic']],
  ['creator mode', creator, 'groups', 'groups', ['editors'], ['readers']],
  ['creator mode', creator, 'tenantGroups', 'tenantGroups', ['sales'], ['support']],
]

const givenMember = async ([, scope, field, , first, second]: Row) => {
  const owner = await givenCatalogs(server)
  const support = { tenantGroupDefinitions: [{ name: 'support' }] }
  await mint(owner, { externalId: 'founder', ...creator, ...support })
  const send = (body: SessionBody) => mint(owner, { externalId: 'user-1', ...scope, ...body })
  const groups = async () => (await storedUser(server, owner, 'user-1', scope.embedTenantName ?? null))?.groups
  await send({ [field]: first })
  return { owner, send, groups, field, first, second }
}

describe.each(modes)('in %s', (...row) => {
  const [, , field, kind, first, second] = row
  const named = (names: string[]) => names.map((name) => `${kind}:${name}`)

  it(`${field} that are left out keep the memberships`, async () => {
    const { send, groups } = await givenMember(row)
    await send({})
    expect(await groups()).toEqual(named(first))
  })

  it(`${field} that are null keep the memberships`, async () => {
    const { send, groups } = await givenMember(row)
    await send({ [field]: null })
    expect(await groups()).toEqual(named(first))
  })

  it(`${field} that are empty clear the memberships`, async () => {
    const { send, groups } = await givenMember(row)
    await send({ [field]: [] })
    expect(await groups()).toEqual([])
  })

  it(`${field} that are a list replace the memberships with exactly its names`, async () => {
    const { send, groups } = await givenMember(row)
    await send({ [field]: second })
    expect(await groups()).toEqual(named(second))
    await send({ [field]: [...first, ...second, ...first] })
    expect(await groups()).toEqual(named([...first, ...second]))
  })

  it(`${field} with one name that is not found replace nothing`, async () => {
    const { send, groups } = await givenMember(row)
    await expect(send({ [field]: [...second, 'gone'] })).rejects.toMatchObject({
      code: 'groups_not_found',
      message: 'Groups with names gone not found',
    })
    expect(await groups()).toEqual(named(first))
  })
})

describe('the three kinds of groups of generateSession', () => {
  it('are each cleared by their own field and scope, and by no other', async () => {
    const owner = await givenCatalogs(server)
    const user = { externalId: 'user-1', embedTenantName: 'acme-corp' }
    const groups = async () => (await storedUser(server, owner, 'user-1', 'acme-corp'))?.groups
    await mint(owner, { ...user, groups: ['premium'] })
    await mint(owner, { ...user, ...creator, groups: ['editors'], tenantGroups: ['sales'] })
    expect(await groups()).toEqual(['wide:premium', 'groups:editors', 'tenantGroups:sales'])

    await mint(owner, { ...user, ...creator, groups: [] })
    expect(await groups()).toEqual(['wide:premium', 'tenantGroups:sales'])
    await mint(owner, { ...user, groups: [] })
    expect(await groups()).toEqual(['tenantGroups:sales'])
    await mint(owner, { ...user, ...creator, tenantGroups: [] })
    expect(await groups()).toEqual([])
  })

  it('reach the security context in three forms, with the group every user of the embed tenant is in', async () => {
    const owner = await givenCatalogs(server)
    const user = { externalId: 'user-1', embedTenantName: 'acme-corp' }
    await mint(owner, { ...user, groups: ['premium'] })

    const { groups } = await frozenOf(
      server,
      owner,
      await mint(owner, { ...user, ...creator, groups: ['editors'], tenantGroups: ['sales'] }),
    )

    expect(groups.toSorted()).toEqual([
      'premium',
      'system:tenant:acme-corp',
      'system:tenant:acme-corp:editors',
      'system:tenant:acme-corp:group:sales',
    ])
  })
})
