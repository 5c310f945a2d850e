import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCluster, type LiveNode, type Node } from '#nodes'

const rootKeys = { current: randomBytes(32), previous: null }
const authoring = (id: string, address: string | null = `http://${id}`): LiveNode => ({ id, roles: ['api', 'authoring'], address })
const apiOnly = (id: string): LiveNode => ({ id, roles: ['api'], address: `http://${id}` })
const deployments = Array.from({ length: 200 }, (_, index) => index)

const clusterOf = (id: string, peers: LiveNode[], nowMs = () => 0) => {
  const isAuthoring = peers.some((peer) => peer.id === id && peer.roles.includes('authoring'))
  const done = async (): Promise<void> => undefined
  const node: Node = { id, peers: () => peers, liveNodes: () => peers.length, databaseNowMs: () => 0, join: done, leave: done }
  const cluster = createCluster(node, isAuthoring, rootKeys, nowMs)
  const ownersOf = () =>
    deployments.map((deploymentId) => {
      const owner = cluster.ownerOf(1, deploymentId)
      return owner === 'self' ? id : (owner?.id ?? null)
    })
  return { ...cluster, ownersOf }
}

describe('the owner of a deployment', () => {
  it('is the same for every node, those included that own none', () => {
    const peers = [authoring('a'), authoring('b'), authoring('c'), apiOnly('d')]
    const views = peers.map(({ id }) => clusterOf(id, peers).ownersOf())

    for (const view of views) expect(view).toEqual(views[0])
    expect(new Set(views[0])).toEqual(new Set(['a', 'b', 'c']))
  })

  it('depends on the tenant too', () => {
    const { ownerOf } = clusterOf('d', [authoring('a'), authoring('b'), apiOnly('d')])

    expect(deployments.map((id) => ownerOf(1, id))).not.toEqual(deployments.map((id) => ownerOf(2, id)))
  })

  it('is never a node without the role or without an address, unless it is asked itself and there is no other', () => {
    const unreachable = authoring('b', null)

    expect(new Set(clusterOf('b', [authoring('a'), unreachable, apiOnly('c')]).ownersOf())).toEqual(new Set(['a']))
    expect(new Set(clusterOf('b', [unreachable, apiOnly('c')]).ownersOf())).toEqual(new Set(['b']))
    expect(new Set(clusterOf('c', [unreachable, apiOnly('c')]).ownersOf())).toEqual(new Set([null]))
  })

  it('is of those with one address the newest, and nobody there when that one does not act', () => {
    const killed = authoring('a', 'http://place')
    const back = authoring('b', 'http://place')
    const replaced = [killed, authoring('c'), back]

    for (const { id } of [back, authoring('c')])
      expect(clusterOf(id, replaced).ownersOf()).toEqual(clusterOf(id, [authoring('c'), back]).ownersOf())
    expect(new Set(clusterOf('c', [killed, authoring('c'), { ...back, roles: ['api'] }]).ownersOf())).toEqual(new Set(['c']))
  })

  it('is another while one is suspected, and what others own stays', () => {
    let nowMs = 0
    const peers = [authoring('a'), authoring('b'), authoring('c')]
    const cluster = clusterOf('a', peers, () => nowMs)
    const before = cluster.ownersOf()
    cluster.suspect('b')
    const during = cluster.ownersOf()

    expect(during).not.toContain('b')
    expect(during.filter((_, index) => before[index] !== 'b')).toEqual(before.filter((owner) => owner !== 'b'))
    nowMs = 14_999
    expect(cluster.ownersOf()).toEqual(during)
    nowMs = 15_000
    expect(cluster.ownersOf()).toEqual(before)
  })

  it('is a node on its way out for what still reaches it', async () => {
    const cluster = clusterOf('a', [authoring('a'), authoring('b')])
    await cluster.leave()

    expect(new Set(cluster.ownersOf())).toEqual(new Set(['a']))
  })
})
