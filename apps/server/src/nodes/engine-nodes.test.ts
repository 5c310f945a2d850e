import { describe, expect, it } from 'vitest'
import { createEngineNodes, type LiveNode } from '#nodes'

const rootKeys = { current: Buffer.alloc(32, 1), previous: null }
const engine = (id: string, address: string | null = `http://${id}`): LiveNode => ({ id, roles: ['engine'], address })
const gateway = (id: string): LiveNode => ({ id, roles: ['api', 'gateway'], address: `http://${id}` })
const environments = Array.from({ length: 100 }, (_, environmentId) => ({ tenantId: 1, environmentId }))

const viewOf = (id: string, peers: LiveNode[], nowMs = () => 0) => {
  const runsEngines = peers.some((peer) => peer.id === id && peer.roles.includes('engine'))
  const connections = { isAlive: async () => true }
  const node = { id, peers: () => peers, databaseNowMs: () => 0 }
  const nodes = createEngineNodes({ node, runsEngines, rootKeys, connections, nowMs })
  const chosen = () =>
    environments.map((environment) => {
      const found = nodes.nodeOf(environment)
      return found === 'self' ? id : (found?.id ?? null)
    })
  return { ...nodes, chosen }
}

describe('the node that runs the engine of an environment', () => {
  it('is the same for every node, and each of them runs some', () => {
    const peers = [engine('a'), engine('b'), gateway('c')]
    const views = peers.map(({ id }) => viewOf(id, peers).chosen())

    for (const view of views) expect(view).toEqual(views[0])
    expect(new Set(views[0])).toEqual(new Set(['a', 'b']))
  })

  it('is never one without the role or an address, unless it is asked itself and there is no other', () => {
    expect(new Set(viewOf('c', [engine('a', null), gateway('c')]).chosen())).toEqual(new Set([null]))
    expect(new Set(viewOf('a', [engine('a', null), gateway('c')]).chosen())).toEqual(new Set(['a']))
    expect(new Set(viewOf('a', [engine('a', null), engine('b')]).chosen())).toEqual(new Set(['b']))
  })

  it('is another while one is suspected, unless all are, and what others run stays', () => {
    let nowMs = 0
    const view = viewOf('c', [engine('a'), engine('b'), gateway('c')], () => nowMs)
    const before = view.chosen()
    view.suspect('a')
    expect(new Set(view.chosen())).toEqual(new Set(['b']))
    view.suspect('b')
    expect(view.chosen()).toEqual(before)
    nowMs = 15_000
    expect(view.chosen()).toEqual(before)
  })
})
