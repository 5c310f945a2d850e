import { describe, expect, test } from 'vitest'
import { type Actor, creator, givenCatalogs, mint, refusalOf, rowCounts, useServer } from '#test'

const server = useServer()

/** Newest first, without that of the mint by which the catalogs were given. */
const trail = async ({ api }: Actor) =>
  (await api.listAuditLogs({ query: { operation: 'generateSession', outcome: 'done' } })).items.slice(0, -1)
const targets = async (owner: Actor) => (await trail(owner)).toReversed().map((entry) => entry.targets)
const idsOf = async (owner: Actor, table: 'groups' | 'user_attributes', ...names: string[]) => {
  const rows = await server.query<{ id: string; name: string }>(
    `select id::text, name from ${table} where tenant_id = $1 and embed_tenant_id is not null`,
    [owner.tenantId],
  )
  return names.map((name) => rows.findLast((row) => row.name === name)?.id)
}

const user = { externalId: 'user-1', ...creator }
const inTenant = { kind: 'embed_tenant', id: creator.embedTenantName }
const tier = { name: 'tier', type: 'string' } as const

const it = test.extend('owner', () => givenCatalogs(server))

describe('what generateSession defines', () => {
  it('is in the trail: what was made, by which key, in which request', async ({ owner }) => {
    const [key] = (await owner.api.listApiKeys()).items

    await owner.api.generateSession(
      {
        body: {
          deploymentId: owner.deploymentId,
          ...user,
          groupDefinitions: [{ name: 'admins' }, { name: 'auditors' }],
          tenantGroupDefinitions: [{ name: 'support' }],
          userAttributeDefinitions: [tier],
        },
      },
      { headers: { 'x-request-id': 'defining' } },
    )

    const [admins, auditors, support] = await idsOf(owner, 'groups', 'admins', 'auditors', 'support')
    const [attribute] = await idsOf(owner, 'user_attributes', 'tier')
    expect(await trail(owner)).toMatchObject([{ outcome: 'done', actorKind: 'user', credentialId: key?.id, requestId: 'defining' }])
    expect(await targets(owner)).toEqual([
      [
        { kind: 'group', id: admins, did: 'created' },
        { kind: 'group', id: auditors, did: 'created' },
        { kind: 'group', id: support, did: 'created' },
        { kind: 'user_attribute', id: attribute, did: 'created' },
        inTenant,
      ],
    ])
  })

  it('is in the trail when it changes what was there, and only what it changed', async ({ owner }) => {
    const known = { groupDefinitions: [{ name: 'admins' }, { name: 'auditors' }], userAttributeDefinitions: [tier] }
    await mint(owner, { ...user, ...known })
    await mint(owner, { ...user, ...known })
    expect(await trail(owner)).toHaveLength(1)

    await mint(owner, {
      ...user,
      groupDefinitions: [{ name: 'admins', description: 'Theirs' }, { name: 'auditors' }],
      userAttributeDefinitions: [{ ...tier, displayName: 'Tier' }],
      embedTenantProfile: { displayName: 'Acme' },
    })

    const [admins] = await idsOf(owner, 'groups', 'admins')
    const [attribute] = await idsOf(owner, 'user_attributes', 'tier')
    expect((await targets(owner)).at(-1)).toEqual([
      { ...inTenant, did: 'updated' },
      { kind: 'group', id: admins, did: 'updated' },
      { kind: 'user_attribute', id: attribute, did: 'updated' },
    ])
  })

  it('is in the trail when it is an embed tenant that nobody had named', async ({ owner }) => {
    await mint(owner, { externalId: 'user-1', embedTenantName: 'newcomer' })
    await mint(owner, { externalId: 'user-2', embedTenantName: 'newcomer' })

    expect(await targets(owner)).toEqual([[{ kind: 'embed_tenant', id: 'newcomer', did: 'created' }]])
  })

  it('leaves nothing there when the mint fails at its end, nor when it defines nothing', async () => {
    // There is one user already.
    const owner = await givenCatalogs(server, { externalUserLimit: 1 })
    await mint(owner, { externalId: 'founder', ...creator })

    const refusal = await refusalOf(mint(owner, { ...user, externalId: 'user-2', groupDefinitions: [{ name: 'admins' }] }))

    expect(refusal).toMatchObject({ code: 'external_user_limit' })
    expect(await trail(owner)).toEqual([])
  })

  it('is not made when the trail cannot be written', async ({ owner }) => {
    const before = await rowCounts(server, owner)
    const { query } = server.database()
    await query(
      `alter table audit_entries add constraint planted check (tenant_id <> ${owner.tenantId} or operation <> 'generateSession') not valid`,
    )

    const refusal = await refusalOf(mint(owner, { ...user, groupDefinitions: [{ name: 'admins' }] }))

    await query('alter table audit_entries drop constraint planted')
    expect(refusal).toMatchObject({ status: 500 })
    expect(await rowCounts(server, owner)).toEqual(before)
  })
})
