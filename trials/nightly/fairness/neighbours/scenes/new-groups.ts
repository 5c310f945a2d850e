import { startLoop } from '../loop.ts'
import type { Scene } from '../scene.ts'
import { minting } from '../stage.ts'

const connections = 16
const everyMs = 100

const embedTenantName = 'customer-one'

/** New groups while the neighbour mints at full speed, whose rate must not fall. */
export const newGroups: Scene = {
  name: 'new-groups',
  rateOf: 'mint 200',
  prepare: async ({ installation, neighbour, node }) => {
    await neighbour.embedding.session(node(), { embedTenantName })
    const loop = startLoop(everyMs, (number) =>
      installation.client(node(), neighbour.tenant).createEmbedGroup({ params: { embedTenantName }, body: { name: `group ${number}` } }),
    )
    const mint = minting(neighbour, { embedTenantName })
    return { twin: { kinds: [mint], connections }, attack: { kinds: [mint], connections, ...loop } }
  },
}
