import { describe, expect, it } from 'vitest'
import { type Actor, givenEmbedAttribute, givenEmbedGroup, givenEmbedTenant, givenEmbedUser, useServer } from '#test'

const server = useServer()

/** An embed tenant with five users, one of them in a group, and an attribute. */
const givenFilled = async (owner: Actor) => {
  const group = await givenEmbedGroup(server, owner)
  await givenEmbedAttribute(server, owner, group)
  for (let made = 0; made < 4; made++) await givenEmbedUser(server, owner, group)
  await owner.api.addEmbedGroupMembers({ params: group.params, body: { members: [{ externalId: 'user-1' }] } })
  return group
}

/** How many rows each step took: users, and the embed tenant with the last of them. */
const purge = async ({ tenantId }: Actor, embedTenantId: number): Promise<number[]> => {
  const steps: number[] = []
  do {
    const text = 'select facet_purge_embed_tenant($1, $2, 2) as gone'
    const [row] = await server.query<{ gone: number }>(text, [tenantId, embedTenantId])
    steps.push(row?.gone ?? 0)
  } while (steps.at(-1) !== 0)
  return steps
}

const tables = ['embed_tenants', 'external_users', 'groups', 'group_members', 'user_attributes'] as const

const rowsOf = async ({ tenantId }: Actor): Promise<number[]> => {
  const counted = tables.map((table) => `(select count(*)::int from ${table} where tenant_id = $1)`).join(', ')
  const [row] = await server.query<{ rows: number[] }>(`select array[${counted}] as rows`, [tenantId])
  return row?.rows ?? []
}

const countedUsers = async ({ tenantId }: Actor): Promise<object[]> =>
  server.query(
    `select embed_tenant_id::int as of, sum(users)::int as users from external_user_counts
     where tenant_id = $1 group by 1 having sum(users) <> 0 order by 1`,
    [tenantId],
  )

describe('users of a removed embed tenant', () => {
  it('go in steps, with everything else of it, and nothing of any other goes', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const removed = await givenFilled(owner)
    const kept = await givenFilled(owner)
    await givenFilled(stranger)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: removed.embedTenantName } })
    expect(await rowsOf(owner)).toEqual([2, 10, 2, 2, 2])

    expect(await purge(owner, removed.embedTenantId)).toEqual([2, 2, 2, 0])

    expect(await rowsOf(owner)).toEqual([1, 5, 1, 1, 1])
    expect(await rowsOf(stranger)).toEqual([1, 5, 1, 1, 1])
    expect(await countedUsers(owner)).toEqual([
      { of: 0, users: 5 },
      { of: kept.embedTenantId, users: 5 },
    ])
    expect((await owner.api.listEmbedTenants()).items).toMatchObject([{ name: kept.embedTenantName, userCount: 5 }])
    expect((await owner.api.listEmbedGroupMembers({ params: kept.params })).items).toHaveLength(1)
  })

  it('go also when it had none, and a live one of the same name stays', async () => {
    const owner = await server.admin()
    const { embedTenantId: removedId, embedTenantName } = await givenEmbedTenant(server, owner)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName } })
    const { embedTenantId } = await givenEmbedTenant(server, owner, embedTenantName)

    expect(await purge(owner, removedId)).toEqual([1, 0])
    expect(await purge(owner, embedTenantId)).toEqual([0])

    const left = await server.query('select id from embed_tenants where tenant_id = $1', [owner.tenantId])
    expect(left).toEqual([{ id: String(embedTenantId) }])
  })
})
