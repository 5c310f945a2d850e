import { startLoop } from '../loop.ts'
import type { Scene } from '../scene.ts'
import { minting } from '../stage.ts'
import { firstUse, givenKeys } from './first-use.ts'

const connections = 16
// As long as the removal of a group with very many members.
const heldMs = 900

/** The neighbour's catalog is locked repeatedly while it mints with unknown names, and the quiet tenant uses new keys. */
export const heldCatalog: Scene = {
  name: 'held-catalog',
  prepare: async (stage) => {
    const { installation, neighbour, quiet } = stage
    const hold = `do $$ begin
      perform facet_lock_catalog(${neighbour.tenant.tenantId}, 0);
      perform pg_sleep(${heldMs / 1000});
    end $$`
    return {
      twin: { kinds: [minting(neighbour)], connections },
      attack: {
        kinds: [minting(neighbour), minting(neighbour, { groups: ['unknown %random%'] })],
        connections,
        ...startLoop(50, () => installation.sql(hold)),
      },
      also: [{ kind: firstUse(quiet, await givenKeys(stage, 'catalog')), perSecond: 50 }],
    }
  },
}
