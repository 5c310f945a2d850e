import type { DbtIntegration } from '@facet/contract'
import { hostKeyView } from '#engine/modeling'
import { type IntegrationRow, problemsOf, type SyncVariables } from '#engine/dbt'

/** Where the host of the dbt repository sends notices of pushes. */
const webhookUrlOf = ({ origin, deploymentId }: WebhookPlace): string =>
  `${origin}/api/v1/deployments/${deploymentId}/dbt-integration/push-notice`

type WebhookPlace = { origin: string; deploymentId: number }

export const integrationView = (row: IntegrationRow, variables: SyncVariables, place: WebhookPlace): DbtIntegration => ({
  settings: { url: row.url, username: row.username, ...row.settings },
  hasToken: row.token_sealed !== null,
  sshPublicKey: row.ssh_public_key,
  hostKeys: row.host_keys.map(hostKeyView),
  webhookUrl: webhookUrlOf(place),
  warehouse: variables.warehouseType,
  problems: problemsOf(row.settings, variables),
  updatedAt: row.updated_at.toISOString(),
})
