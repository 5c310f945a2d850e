import type { rotateDbtWebhookSecret as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { changeIntegration, getIntegrationRow, integrationAads, newWebhookSecret } from '#engine/dbt'

export const rotateDbtWebhookSecret: Handler<typeof contract> = async ({ params }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  const row = await getIntegrationRow(db, access)
  const webhookSecret = newWebhookSecret()
  const sealed = await keyRing.seal(db, access.tenantId, integrationAads(access).webhookSecret, webhookSecret)
  await changeIntegration(db, access, row, { webhook_secret_sealed: sealed })
  return audited({ webhookSecret }, [{ kind: 'dbt_integration', id: access.deploymentId, did: 'updated' }])
}
