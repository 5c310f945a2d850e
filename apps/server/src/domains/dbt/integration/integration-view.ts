import type { DbtIntegration } from '@facet/contract'
import { hostKeyView } from '#engine/modeling'
import { type IntegrationRow, problemsOf, type SyncVariables } from '#engine/dbt'

export const integrationView = (row: IntegrationRow, variables: SyncVariables): DbtIntegration => ({
  settings: { url: row.url, username: row.username, ...row.settings },
  hasToken: row.token_sealed !== null,
  sshPublicKey: row.ssh_public_key,
  hostKeys: row.host_keys.map(hostKeyView),
  warehouse: variables.warehouseType,
  problems: problemsOf(row.settings, variables),
  updatedAt: row.updated_at.toISOString(),
})
