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

describe('groups of generateSession', () => {
  it.each(modes)('keeps, replaces and clears memberships in %s by %o in %s', async (_, scope, field, kind, first, second) => {
    const owner = await givenCatalogs(server)
    await mint(owner, { externalId: 'founder', ...creator, tenantGroupDefinitions: [{ name: 'support' }] })
    const send = (body: SessionBody) => mint(owner, { externalId: 'user-1', ...scope, ...body })
    const expectGroups = async (names: string[]) =>
      expect((await storedUser(server, owner, 'user-1', scope.embedTenantName ?? null))?.groups).toEqual(
        names.map((name) => `${kind}:${name}`),
      )

    for (const [names, kept] of [
      [first, first],
      [undefined, first],
      [null, first],
      [second, second],
      [
        [...first, ...second, ...first],
        [...first, ...second],
      ],
      [[], []],
      [first, first],
    ]) {
      await send(names === undefined ? {} : { [field]: names })
      await expectGroups(kept ?? [])
    }
    const unknown = { code: 'groups_not_found', message: 'Groups with names gone not found' }
    await expect(send({ [field]: [...second, 'gone'] })).rejects.toMatchObject(unknown)
    await expectGroups(first)
  })

  it('clears groups of one kind only by their own field and scope', async () => {
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

  it('freezes groups in three forms, with the implicit group of the embed tenant', async () => {
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
