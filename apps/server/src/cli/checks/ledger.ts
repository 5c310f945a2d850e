import type { BaseConfig } from '#config'
import { findStanding, getLedger } from '#ledger'
import { withConnections, withLedgerStore } from '../with-database.ts'
import { type Check, TransientProblem } from '#kernel/check'

const lateSeconds = 60

/** Whether the database may be served, and whether what was ended is in the store as well. */
export const ledgerCheck = (config: BaseConfig): Check => ({
  name: 'ledger',
  dependsOn: ['schema', 'encryption keys', 'object store'],
  run: () =>
    withConnections(config, (_, calls) =>
      withLedgerStore(config, async (store) => {
        const standing = await findStanding(calls, store)
        // The service itself decides about this one: it waits for a store that is not known yet.
        if (standing.state === 'unknown') throw new TransientProblem(new Error(standing.problem))
        if (standing.state === 'stale') throw new Error(standing.problem)
        const { number, unread_after: unread, waiting, waiting_seconds: seconds } = await getLedger(calls)
        if (unread !== null)
          throw new TransientProblem(
            new Error(
              `What was ended after entry ${unread} was given up when the object store did not answer; it does now. Run facet restored to end it again.`,
            ),
          )
        if (waiting > 0 && seconds > lateSeconds)
          throw new TransientProblem(
            new Error(
              `${waiting} endings are not in the object store; the oldest has waited ${Math.round(seconds)} s. They are told as soon as it answers and a node runs; a copy of the database brought back before would not know of them.`,
            ),
          )
        return `at entry ${number}, with nothing newer in the object store${waiting > 0 ? `; ${waiting} endings are on their way there` : ''}`
      }),
    ),
})
