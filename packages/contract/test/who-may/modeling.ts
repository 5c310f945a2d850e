import { key, open, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // The data model: SchemaUpdateDevBranches for branches, SchemaUpdate for what reaches the deploy branch or the remote. A
  // pipeline's key needs these two, SchemaRead and DeploymentRead, and nothing beside.
  listBranches: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  diffBranch: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  listFiles: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  fileHashes: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  validateDataModel: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  createBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  deleteBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  startDevMode: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  stopDevMode: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  updateFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  removeFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  renameFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  startUpload: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  uploadFile: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  finishUpload: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  commitChanges: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  pull: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  mergeIntoParentBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  mergeToDefaultBranch: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  setBranchStagingEnvironment: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),

  // Git remotes: connecting one hands over a secret and says where the model goes.
  getRemote: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  connectRemote: key('SecretsManage', 'Developer', 'deployment'),
  disconnectRemote: key('SecretsManage', 'Developer', 'deployment'),
  testRemote: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  pushBranch: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  receivePushNotice: open('deployment'),
} satisfies WhoMayRows
