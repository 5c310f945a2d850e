import { describe, expect, it } from 'vitest'
import { itPagesByCursor, useServer } from '#test'

const server = useServer({ FACET_REGIONS: 'us-east=East,local=Here,asia=Asia' })
const plain = useServer()

describe('listRegions', () => {
  itPagesByCursor(server, 'listRegions', { fill: () => ({}) })

  it('lists what the operator named, by name', async () => {
    const { api } = await server.admin()

    const { items } = await api.listRegions()

    expect(items).toEqual([
      { id: 3, name: 'asia', title: 'Asia', provider: 'self-hosted', isPublic: false },
      { id: 2, name: 'local', title: 'Here', provider: 'self-hosted', isPublic: false },
      { id: 1, name: 'us-east', title: 'East', provider: 'self-hosted', isPublic: false },
    ])
  })

  it('has the one region local where the operator named none', async () => {
    const { api } = await plain.admin()

    expect((await api.listRegions()).items).toEqual([
      { id: 1, name: 'local', title: 'This installation', provider: 'self-hosted', isPublic: false },
    ])
  })
})
