import type { setDbtIntegration as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { readWithAccess } from '#domains/modeling/branches'
import {
  changeIntegration,
  completeSettings,
  findIntegrationRow,
  insertIntegration,
  integrationAads,
  newWebhookSecret,
  readSyncVariables,
  requireUsable,
} from '#engine/dbt'
import { planConnection, sealConnection } from '#engine/modeling'
import { integrationView } from './integration-view.ts'

export const setDbtIntegration: Handler<typeof contract> = async ({ params, body }, context) => {
  const { keyRing } = context
  const { access, row } = await readWithAccess(context, params.deploymentId, async (db, proof) => ({
    access: proof,
    row: await findIntegrationRow(db, proof),
  }))
  const { tenantId, deploymentId } = access
  const settings = requireUsable(completeSettings(body))
  const plan = await planConnection(context.remotes, body, row)
  const aads = integrationAads(access)
  const webhookSecret = newWebhookSecret()
  return context.effect(async (db) => {
    // That of another repository is found when it is cloned.
    const defaultBranch = row?.url === body.url ? row.default_branch : null
    const connection = await sealConnection(db, keyRing, { tenantId, aads }, body.url, plan)
    const change = { ...connection, settings, default_branch: defaultBranch }
    const insert = async () =>
      insertIntegration(db, access, {
        ...change,
        webhook_secret_sealed: await keyRing.seal(db, tenantId, aads.webhookSecret, webhookSecret),
      })
    const stored = await (row ? changeIntegration(db, access, row, change) : insert())
    const integration = integrationView(stored, await readSyncVariables(db, keyRing, access, settings.variableNames), {
      origin: context.origin,
      deploymentId,
    })
    return audited({ integration, webhookSecret: row ? null : webhookSecret }, [
      { kind: 'dbt_integration', id: deploymentId, did: row ? 'updated' : 'created' },
    ])
  })
}
