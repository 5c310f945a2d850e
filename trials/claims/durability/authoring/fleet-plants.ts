import { eachOf } from '../../../harness/each-of.ts'
import { compareAndSet } from '../../../harness/postgres-gate.ts'
import type { Fleet } from './fleet.ts'
import { findAllDifferences } from './fleet-check.ts'
import { type Known, newClients, prepare, put } from './fleet-clients.ts'

/** A file that the clients believe in and nobody wrote must be missed. */
export const believeOnPurpose = async (fleet: Fleet, known: Known): Promise<number> => {
  const believed = { ...known, dev: new Map([...known.dev, ['model/never.yml', '']]) }
  return (await findAllDifferences(fleet, [believed])).length
}

const writers = 12
const maxRounds = 5

/**
 * From now on the compare-and-set of every node compares nothing: any state that came later will do. Then clients write to one
 * data model through all nodes at once, as they do in the trial, and what they know of it must differ from what is there.
 */
export const overwriteOnPurpose = async (fleet: Fleet): Promise<number> => {
  for (const { database } of fleet.nodes) {
    database.rewrite(compareAndSet, ' and version = $', ' and version >=$')
    database.rewrite(compareAndSet, ' and epoch = $', ' and epoch >=$')
  }
  for (let round = 1; ; round++) {
    const known = await prepare(fleet, `Overwritten ${round}`, round, true)
    const clients = newClients(fleet)
    await eachOf(Array.from({ length: writers }), writers, (_, client) => put(clients, known, `c${client}`))
    const differences = (await findAllDifferences(fleet, [known])).length
    if (differences > 0 || round === maxRounds) return differences
  }
}
