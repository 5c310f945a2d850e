import { asAsked } from '@facet/testkit/relay'
import type { Fleet, FleetNode } from './fleet.ts'
import { countLost } from './lost-tokens.ts'
import { type Model, newToken, putFile } from './models.ts'

/**
 * The positive control: a write counts as confirmed when the upload of its pack begins, as in a service that answers before it
 * is safe. Its node is killed there, and the check must miss the write, in the store and through the API.
 */
export const loseOnPurpose = async (fleet: Fleet, model: Model): Promise<{ inStore: number; throughApi: number }> => {
  const owner = await fleet.ownerOf(model.deploymentId)
  const put = newToken('too-early')
  const confirmed = new Promise<void>((resolve) => {
    owner.store.behave(async (exchange) => {
      if (exchange.method !== 'PUT') return asAsked(exchange)
      resolve()
      return exchange.left
    })
  })
  const sent = putFile(fleet, owner, model, put)
  await confirmed
  await owner.kill()
  owner.store.behave(asAsked)
  await sent
  const witness = fleet.nodes.find((node) => node.isUp()) as FleetNode
  const { inStore, throughApi } = await countLost(fleet, [{ ...put, model }], witness, [model])
  await owner.start()
  return { inStore, throughApi }
}
