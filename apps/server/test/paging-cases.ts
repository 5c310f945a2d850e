import type { ListOperationId, OperationInput } from '@facet/client'
import type { PageInfo } from '@facet/contract'
import { expect, it } from 'vitest'
import type { Actor, TestServer } from './server.ts'

type AnyPage = { items: unknown[]; data: unknown[]; pageInfo: PageInfo }

export type PagingPlan<Id extends ListOperationId> = {
  /** Brings the owner's list to three items or more, and says what every call sends besides the paging. */
  fill: (owner: Actor) => Promise<OperationInput<Id>> | OperationInput<Id>
  /** Adds one more; left out where no caller can. */
  grow?: (owner: Actor) => Promise<unknown>
}

const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The cases of `first` and `after` that every list has. */
export const itPagesByCursor = <Id extends ListOperationId>(server: TestServer, id: Id, plan: PagingPlan<Id>): void => {
  const fillOnce = async () => {
    const owner = await server.admin()
    const input = await plan.fill(owner)
    const send = (query: { first?: number; after?: string }) =>
      server.outcome(owner, id, { ...input, query: { ...('query' in input ? input.query : {}), ...query } })
    const list = async (query: { first?: number; after?: string }): Promise<AnyPage> => {
      const { status, body } = await send(query)
      expect(status).toBe(200)
      return body as AnyPage
    }
    return { owner, send, list }
  }
  // One tenant for all cases: only the last one changes the list.
  let filling: ReturnType<typeof fillOnce> | undefined
  const filled = (): ReturnType<typeof fillOnce> => (filling ??= fillOnce())

  it(`pages through ${id} by cursor, with data repeating items`, async () => {
    const { list } = await filled()
    const whole = await list({})
    expect(whole.items.length).toBeGreaterThanOrEqual(3)
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })

    const start = await list({ first: 2 })
    const rest = await list({ first: 5_000, after: start.pageInfo.endCursor ?? '' })

    expect(start.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false, startCursor: expect.any(String) })
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect(start.items).toHaveLength(2)
    expect([...start.items, ...rest.items]).toEqual(whole.items)
    // As many as there are: nothing follows.
    expect((await list({ first: whole.items.length })).pageInfo).toMatchObject({ hasNextPage: false })
    for (const { items, data } of [whole, start, rest]) expect(data).toEqual(items)
  })

  it(`ends ${id} with an empty page after its last item`, async () => {
    const { list } = await filled()
    const whole = await list({})

    const beyond = await list({ after: whole.pageInfo.endCursor ?? '' })

    expect(beyond.items).toEqual([])
    expect(beyond.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null })
  })

  it.each([
    ['is no cursor', 'nonsense'],
    ['is of another list', cursor('anotherList', 1)],
    ['names no place', cursor(id)],
    ['names a place of another kind', cursor(id, null)],
    ['names too many places', cursor(id, 1, 1, 1)],
  ])(`refuses a cursor that ${id} did not make: it %s`, async (_, after) => {
    const { send } = await filled()

    expect(await send({ after })).toEqual({ status: 400, code: 'invalid_cursor' })
  })

  it(`refuses a page of ${id} with no items`, async () => {
    const { send } = await filled()

    expect(await send({ first: 0 })).toEqual({ status: 400, code: 'invalid_request' })
  })

  const { grow } = plan
  if (!grow) return
  it(`shows each item of ${id} once although the list grows between two pages`, async () => {
    const { owner, list } = await filled()
    const before = await list({})
    const start = await list({ first: 2 })

    await grow(owner)

    const rest = await list({ first: 1_000, after: start.pageInfo.endCursor ?? '' })
    const known = new Set(before.items.map((item) => JSON.stringify(item)))
    const seen = [...start.items, ...rest.items].filter((item) => known.has(JSON.stringify(item)))
    expect(seen).toEqual(before.items)
    expect((await list({})).items).toHaveLength(before.items.length + 1)
  })
}
