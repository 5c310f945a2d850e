import { describe, expect, it } from 'vitest'
import { deployment, failing, json, scripted, type Step } from './scripted-fetch.ts'

const page =
  (ids: number[], pageInfo: unknown): Step =>
  () => {
    const items = ids.map((id) => ({ ...deployment, id }))
    return json({ items, data: items, pageInfo, pagination: { total: 3, offset: 0, limit: 2 } })
  }
const more = (endCursor: string | null) => ({ hasNextPage: true, hasPreviousPage: false, endCursor })
const last = { hasNextPage: false, hasPreviousPage: true, endCursor: 'c9' }

const idsOf = async (items: AsyncIterable<{ id: number }>): Promise<number[]> => {
  const ids: number[] = []
  for await (const { id } of items) ids.push(id)
  return ids
}

describe('items of a list', () => {
  it('come from every page, in order, each page reached by the cursor of the one before', async () => {
    const { api, requests } = scripted([page([1, 2], more('c2')), page([3], last)])

    const ids = await idsOf(api.items('getDeployments', { query: { first: 2, creationStep: 'ready' } }))

    expect(ids).toEqual([1, 2, 3])
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?first=2&creationStep=ready', '?first=2&creationStep=ready&after=c2'])
  })

  it('start after the cursor the caller gives', async () => {
    const { api, requests } = scripted([page([3], last)])

    await idsOf(api.items('getDeployments', { query: { after: 'c2' } }))

    expect(new URL(requests[0]?.url ?? '').searchParams.get('after')).toBe('c2')
  })

  it('are fetched only as far as they are read', async () => {
    const { api, requests } = scripted([page([1, 2], more('c2'))])

    for await (const item of api.items('getDeployments')) {
      expect(item.id).toBe(1)
      break
    }

    expect(requests).toHaveLength(1)
  })

  it('end with a list that tells nothing about paging', async () => {
    const { api } = scripted([page([1], null)])

    await expect(idsOf(api.items('getDeployments'))).resolves.toEqual([1])
  })

  it('go on when one page needs a second attempt', async () => {
    const { api } = scripted([page([1], more('c1')), () => failing(503, 'service_unavailable'), page([2], last)])

    await expect(idsOf(api.items('getDeployments'))).resolves.toEqual([1, 2])
  })

  it('fail with the page that fails', async () => {
    const { api } = scripted([page([1], more('c1')), () => failing(400, 'invalid_cursor')])

    await expect(idsOf(api.items('getDeployments'))).rejects.toMatchObject({ code: 'invalid_cursor', operation: 'getDeployments' })
  })

  it.each([
    ['without a cursor', null],
    ['with the cursor it was asked with', 'c1'],
  ])('fail, rather than end or repeat, when a further page is announced %s', async (_, cursor) => {
    const { api } = scripted([page([1], more('c1')), page([2], more(cursor))])

    await expect(idsOf(api.items('getDeployments'))).rejects.toMatchObject({ code: 'unexpected_response' })
  })

  it('end with the signal of the caller', async () => {
    const stop = new AbortController()
    const { api } = scripted([page([1], more('c1'))])

    const reading = async () => {
      for await (const _ of api.items('getDeployments', {}, { signal: stop.signal })) stop.abort(new Error('The user left.'))
    }

    await expect(reading()).rejects.toThrow('The user left.')
  })
})

describe('pages of a list', () => {
  it('come whole', async () => {
    const { api } = scripted([page([1, 2], more('c2')), page([3], last)])

    const sizes: number[] = []
    for await (const { items, pagination } of api.pages('getDeployments')) sizes.push(items.length, pagination.total)

    expect(sizes).toEqual([2, 3, 1, 3])
  })

  it('keep the path parameters', async () => {
    const { api, requests } = scripted([() => json({ items: [], pageInfo: last })])

    for await (const _ of api.pages('listDeploymentVersions', { params: { deploymentId: 5 } })) continue

    expect(requests[0]?.url).toBe('https://acme.example.com/api/v1/deployments/5/versions')
  })

  it('are refused for an operation that is no list', () => {
    const { api } = scripted([])
    const untyped = api as unknown as { pages: (id: string) => unknown }

    expect(() => untyped.pages('getDeployment')).toThrow('getDeployment is not a list.')
  })
})
