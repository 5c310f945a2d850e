import type { OperatorConfig } from '#config/parts'
import { type Restored, restored } from '#domains/tenant/restore'
import type { Output, Say } from './command.ts'
import { withProgress } from './progress.ts'
import { withConnections, withLedgerStore } from './with-database.ts'

const names: Record<keyof Required<Restored['replayed']>, [one: string, several: string]> = {
  api_key: ['key deleted', 'keys deleted'],
  principal: ['user or service account deleted', 'users and service accounts deleted'],
  principal_deactivated: ['user deactivated', 'users deactivated'],
  role_grant: ['role withdrawn', 'roles withdrawn'],
  deployment_grant: ['policy on a deployment removed', 'policies on deployments removed'],
  embed_tenant: ['embed tenant removed', 'embed tenants removed'],
  embedding_frozen: ['tenant frozen', 'tenants frozen'],
  tenant_suspended: ['tenant suspended', 'tenants suspended'],
}

const countsOf = (replayed: Restored['replayed']): string => {
  const said = Object.entries(replayed).map(([kind, count]) => `${count} ${names[kind as keyof typeof names][count === 1 ? 0 : 1]}`)
  return said.length === 0 ? 'nothing that this copy held' : said.join(', ')
}

const describe = (done: Restored, say: Say): void => {
  say(`embed sessions and tokens from before are refused: restore epoch ${done.restoreEpoch}`)
  say(`ids continue from ${done.ids.after}; the copy was at ${done.ids.before}`)
  say(`ended again: ${countsOf(done.replayed)}; ${done.absent} more are not in this copy`)
  say(`the ledger continues with entry ${done.ledger.after}; the copy was at ${done.ledger.before}`)
  if (done.heldPushes > 0) say(`${done.heldPushes} ${done.heldPushes === 1 ? 'push' : 'pushes'} to git remotes held back`)
  if (done.heldSyncs > 0)
    say(`${done.heldSyncs} dbt ${done.heldSyncs === 1 ? 'sync' : 'syncs'} held back, now UNKNOWN: start what is missing again`)
  for (const why of done.lost) say(`LOST  ${why}`)
  if (!done.ledger.isStored) say('the object store does not have that entry yet; facet serve writes it')
  for (const tenantId of done.withoutAdministrator)
    say(`tenant ${tenantId} has no active administrator left: facet tenants list, then facet admin recover`)
}

/** After the database was restored from a backup, before it is served. */
export const restoredCommand = (config: OperatorConfig, isLossAccepted: boolean, { isJson, say, progress }: Output): Promise<void> =>
  withConnections(config, progress, (pool, calls) =>
    withLedgerStore(config, async (store) => {
      let step = 'reading the ledger in the object store'
      const onStep = (next: string): void => {
        step = next
      }
      const { databaseUrl: url, cell } = config
      const done = await withProgress(
        progress,
        () => step,
        () => restored({ pool, calls, url, store, cell, isLossAccepted, onStep }),
      )
      if (isJson) say(JSON.stringify(done))
      else describe(done, say)
    }),
  )
