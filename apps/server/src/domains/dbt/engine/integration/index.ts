/** The dbt integration of a deployment: its settings judged and kept, and opened for a sync. */
export { settingsFingerprint } from './fingerprint.ts'
export {
  changeIntegration,
  findIntegrationRow,
  getIntegrationRow,
  insertIntegration,
  type IntegrationRow,
  notConfigured,
  type OfDeployment,
  recordDefaultBranch,
  removeIntegration,
} from './integration-queries.ts'
export { type DbtCredential, type DbtIntegration, loadIntegration, type PullSettings, remoteOf } from './load-integration.ts'
export { problemsOf } from './problems.ts'
export { pullOptions } from './pull-options.ts'
export { integrationAads, newWebhookSecret, openWebhookSecret } from './secrets.ts'
export { completeSettings, type IntegrationSettings } from './settings.ts'
export { requireUsable } from './settings-rules.ts'
export { readSyncVariables, type SyncVariables } from './variables.ts'
export { requireWarehouse, warehouseProblem } from './warehouse.ts'
