import { key, open, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // The dbt integration: setting it hands over a secret and says whose code runs; its state is for whoever reads the model.
  getDbtIntegration: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  setDbtIntegration: key('SecretsManage', 'Developer', 'deployment'),
  deleteDbtIntegration: key('SecretsManage', 'Developer', 'deployment'),

  // Syncs: a pipeline starts and follows them; whoever reads the model sees how they went.
  listDbtSyncs: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  getDbtSyncStatus: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  getDbtSyncResult: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  getDbtSyncLog: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  getDbtSyncDiff: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  getDbtSyncReport: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  previewDbtSync: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  uploadDbtManifest: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  startDbtSync: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  cancelDbtSync: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  // With the token that is kept one could look for other repositories of its host.
  testDbtConnection: key('SecretsManage', 'Developer', 'deployment'),
  rotateDbtSshKey: key('SecretsManage', 'Developer', 'deployment'),
  rotateDbtWebhookSecret: key('SecretsManage', 'Developer', 'deployment'),
  // Whoever has the webhook secret.
  receiveDbtPushNotice: open('deployment'),
} satisfies WhoMayRows
