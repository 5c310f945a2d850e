import type { CreationStep } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, itPagesByCursor, markedName, useServer } from '#test'

const server = useServer()

/** Many deployments at once, as rows: making them one by one would take longer than reading them. */
const givenRows = (owner: Actor, count: number) =>
  server.database().query(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     select $1, 'many ' || n, 'many-' || n, 'ready', 'cubecloud', 'local', 'aws', true, '1.7.43' from generate_series(1, $2::int) n`,
    [owner.tenantId, count],
  )

const idsOf = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id)

describe('getDeployments', () => {
  itPagesByCursor(server, 'getDeployments', {
    fill: async (owner) => {
      await givenDeployments(owner, 'Second', 'Third', 'Fourth')
      return {}
    },
    grow: (owner) => givenDeployments(owner, markedName(owner)),
  })

  it('fills both envelopes, oldest first', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')

    const list = await owner.api.getDeployments()

    expect(list.items).toEqual([
      await owner.api.getDeployment({ params: { deploymentId: owner.deploymentId } }),
      await owner.api.getDeployment({ params: { deploymentId: second } }),
    ])
    expect(list).toEqual({
      items: list.items,
      data: list.items,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: expect.any(String), endCursor: expect.any(String) },
      pagination: { total: 2, offset: 0, limit: 100 },
      count: 2,
      totalCount: 2,
    })
  })

  it('slices items and data alike by offset and limit, and counts them all', async () => {
    const owner = await server.admin()
    const [second = 0, third = 0] = await givenDeployments(owner, 'Second', 'Third', 'Fourth')

    const list = await owner.api.getDeployments({ query: { offset: 1, limit: 2 } })

    expect(idsOf(list)).toEqual([second, third])
    expect(list.data).toEqual(list.items)
    expect(list).toMatchObject({ pageInfo: null, pagination: { total: 4, offset: 1, limit: 2 }, count: 4, totalCount: 4 })
  })

  it('takes offset alone with a limit of 20, and limit alone from the start', async () => {
    const owner = await server.admin()
    await givenRows(owner, 30)

    const fromTenth = await owner.api.getDeployments({ query: { offset: 10 } })
    const none = await owner.api.getDeployments({ query: { limit: 0 } })

    expect(fromTenth.items).toHaveLength(20)
    expect(fromTenth.pagination).toEqual({ total: 31, offset: 10, limit: 20 })
    expect(none).toMatchObject({ items: [], pagination: { total: 31, offset: 0, limit: 0 } })
  })

  it.each([{ offset: 10_001 }, { offset: -1 }, { limit: -1 }])('refuses %o', async (query) => {
    const owner = await server.admin()

    expect(await server.outcome(owner, 'getDeployments', { query })).toEqual({ status: 400, code: 'invalid_request' })
  })

  it.each([
    { first: 1, offset: 0 },
    { first: 1, limit: 1 },
    { after: 'any', offset: 0 },
    { after: 'any', limit: 1 },
  ])('refuses the two ways of paging together: %o', async (query) => {
    const owner = await server.admin()

    expect(await server.outcome(owner, 'getDeployments', { query })).toEqual({ status: 400, code: 'mixed_paging' })
  })

  it('gives a hundred when no size is asked for, and counts no further than ten thousand', async () => {
    const owner = await server.admin()
    await givenRows(owner, 10_005)

    const list = await owner.api.getDeployments()

    expect(list.items).toHaveLength(100)
    expect(list.pageInfo?.hasNextPage).toBe(true)
    expect(list).toMatchObject({ count: 10_000, totalCount: 10_000, pagination: { total: 10_000 } })
    expect((await owner.api.getDeployments({ query: { first: 5_000 } })).items).toHaveLength(1_000)
  })

  it('filters by one creation step or by several, in the pages and in the counts', async () => {
    const owner = await server.admin()
    const [ready = 0, github = 0] = await givenDeployments(owner, 'Ready', 'Github')
    const advance = (deploymentId: number, creationStep: CreationStep) =>
      owner.api.advanceCreationStep({ params: { deploymentId }, body: { creationStep } })
    await advance(ready, 'ready')
    await advance(github, 'github')

    const one = await owner.api.getDeployments({ query: { creationStep: 'ready' } })
    const several = await owner.api.getDeployments({ query: { creationStep: ['ready', 'github'], first: 1 } })

    expect(idsOf(one)).toEqual([ready])
    expect(one.totalCount).toBe(1)
    expect(idsOf(several)).toEqual([ready])
    expect(several).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } })
    expect(await owner.api.getDeployments({ query: { creationStep: 'ssh' } })).toMatchObject({ items: [], totalCount: 0 })
  })

  it('lists what the role reaches, narrowed by the scope of the key', async () => {
    const owner = await server.admin()
    const [second = 0, third = 0] = await givenDeployments(owner, 'Second', 'Third')
    const granted = await server.colleague(owner, { role: 'Viewer', deploymentIds: [owner.deploymentId, second] })
    const scoped = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [second, third] } })
    const both = await server.colleague(owner, {
      role: 'Viewer',
      deploymentIds: [owner.deploymentId, second],
      scope: { deploymentIds: [second, third] },
    })

    expect(idsOf(await granted.api.getDeployments())).toEqual([owner.deploymentId, second])
    expect(idsOf(await scoped.api.getDeployments())).toEqual([second, third])
    expect(await both.api.getDeployments()).toMatchObject({ items: [{ id: second }], count: 1, totalCount: 1, pagination: { total: 1 } })
  })
})
