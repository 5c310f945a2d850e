import { anyKey, key, orEmbedToken, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // Deployments: a developer may do everything to one but delete it. The list shows what the caller may see.
  getDeployments: key('DeploymentRead', 'Viewer', 'caller', 'ci', 'read-only'),
  getDeployment: orEmbedToken(key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only')),
  getDeploymentSettings: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  listDeploymentVersions: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  createDeployment: key('DeploymentCreate', 'Developer', 'tenant'),
  updateDeployment: key('DeploymentUpdate', 'Developer', 'deployment'),
  advanceCreationStep: key('DeploymentUpdate', 'Developer', 'deployment'),
  resetCreationStep: key('DeploymentUpdate', 'Developer', 'deployment'),
  deleteDeployment: key('DeploymentDelete', 'Admin', 'deployment'),

  // Variables hold secrets: seeing them is managing them, and no preset includes either.
  getEnvVariables: key('SecretsManage', 'Developer', 'deployment'),
  setEnvVariables: key('SecretsManage', 'Developer', 'deployment'),
  deleteEnvVariable: key('SecretsManage', 'Developer', 'deployment'),

  // What it answers tells of the network and of the variables, and it can be given others.
  testConnection: key('SecretsManage', 'Developer', 'deployment'),

  // A token with any security context is as good as the secret that signs them.
  getDeploymentEnvironments: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  getDeploymentEnvironmentTokens: key('SecretsManage', 'Developer', 'deployment'),
  createDeploymentEnvironmentToken: key('SecretsManage', 'Developer', 'deployment'),
  createDeploymentEnvironmentTokenForMetaSync: key('SecretsManage', 'Developer', 'deployment'),
  deploymentToken: orEmbedToken(key('DeploymentRead', 'Viewer', 'deployment')),

  buildStatus: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  logs: key('APMRead', 'Developer', 'deployment', 'read-only'),
  pods: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),

  // What a caller sees of the model is for its access policies to say.
  getMeta: key('DeploymentRead', 'Viewer', 'caller', 'ci', 'read-only'),
  queryMeta: key('DeploymentRead', 'Viewer', 'caller', 'ci'),

  listRegions: anyKey('caller', 'ci', 'read-only'),
} satisfies WhoMayRows
