import type { BaseConfig } from '#config'
import { findFreshness, getLedger } from '#ledger'
import { withBriefConnections, withLedgerStore } from '../with-database.ts'
import { type Check, TransientProblem } from '#kernel/check'

const lateSeconds = 60

/** Whether the database may be served, and whether what was ended is in the store as well. */
export const ledgerCheck = (config: BaseConfig): Check => ({
  name: 'ledger',
  dependsOn: ['schema', 'encryption keys', 'object store'],
  run: () =>
    withBriefConnections(config, (_, calls) =>
      withLedgerStore(config, async (store) => {
        const freshness = await findFreshness(calls, store)
        // The service itself decides about this one: it waits for a store that is not known yet.
        if (freshness.state === 'unknown') throw new TransientProblem(new Error(freshness.problem))
        if (freshness.state === 'stale') throw new Error(freshness.problem)
        const { number, unread_after: unread, waiting, waiting_seconds: seconds } = await getLedger(calls)
        if (unread !== null)
          throw new TransientProblem(
            new Error(
              `What was ended after entry ${unread} was skipped because the object store did not answer; it does now. Run facet restored to end it again.`,
            ),
          )
        if (waiting > 0 && seconds > lateSeconds)
          throw new TransientProblem(
            new Error(
              `${waiting} endings are not in the object store; the oldest has waited ${Math.round(seconds)} s. They are written as soon as it answers and a node runs; a backup restored before that would not include them.`,
            ),
          )
        return `at entry ${number}, with nothing newer in the object store${waiting > 0 ? `; ${waiting} endings are on their way there` : ''}`
      }),
    ),
})
