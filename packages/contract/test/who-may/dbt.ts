import { key, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // The dbt integration: setting it hands over a secret and says whose code runs; its state is for whoever reads the model.
  getDbtIntegration: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  setDbtIntegration: key('SecretsManage', 'Developer', 'deployment'),
  deleteDbtIntegration: key('SecretsManage', 'Developer', 'deployment'),
} satisfies WhoMayRows
