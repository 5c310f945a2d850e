import type { OperationId } from '@facet/contract'
import type { Pair } from './credentials.ts'

/** Whose keys a call is aimed at; absolute, so that a key and the key it made are asked the same question. */
export const keyHolders = ['owner', 'stranger', 'admin account', 'viewer account'] as const
export type KeyHolder = (typeof keyHolders)[number]

/** What exists to be acted on, fresh for each run over the operations. */
export type Targets = {
  pair: Pair
  keysToRead: number[]
  keysToDelete: number[]
  accountId: number
  embedTenants: EmbedTarget[]
  userId: number
  groupId: number
  userAttributeId: number
  unique: () => string
}

/** An embed tenant that stands throughout, with a group and an attribute made for this run. */
export type EmbedTarget = { name: string; groupId: number; attributeId: number }

/** One call with valid input. `about` tells calls of one operation apart. */
export type Call = {
  operation: OperationId
  about: string
  deployment?: keyof Pair
  holder?: KeyHolder
  embedTenant?: string
  params?: Record<string, string | number>
  query?: string
  body?: unknown
}

type Maker = (targets: Targets) => Omit<Call, 'operation'>[]

const once =
  (body?: (targets: Targets) => unknown): Maker =>
  (targets) => [{ about: '', ...(body ? { body: body(targets) } : {}) }]

const onBoth =
  (extra: { params?: Record<string, string>; query?: string; body?: unknown } = {}): Maker =>
  ({ pair }) =>
    (['inside', 'beside'] as const).map((deployment) => ({
      about: deployment,
      deployment,
      params: { deploymentId: pair[deployment], ...extra.params },
      ...(extra.query === undefined ? {} : { query: extra.query }),
      ...('body' in extra ? { body: extra.body } : {}),
    }))

/** On the thing of this name among the targets, by its id in the path. */
const onOne =
  (name: 'userId' | 'groupId' | 'userAttributeId', body?: unknown): Maker =>
  (targets) => [{ about: '', params: { [name]: targets[name] }, ...(body === undefined ? {} : { body }) }]

const onKeys =
  (which: 'keysToRead' | 'keysToDelete'): Maker =>
  (targets) =>
    keyHolders.map((holder, index) => ({ about: `key of ${holder}`, holder, params: { apiKeyId: targets[which][index] ?? 0 } }))

const onEmbedTenants =
  (call: (target: EmbedTarget, targets: Targets) => { params?: Record<string, number>; body?: unknown } = () => ({})): Maker =>
  (targets) =>
    targets.embedTenants.map((target) => {
      const { params, ...rest } = call(target, targets)
      return { about: `in ${target.name}`, embedTenant: target.name, params: { embedTenantName: target.name, ...params }, ...rest }
    })

const onEmbedGroups = (extra: { body?: unknown } = {}): Maker => onEmbedTenants(({ groupId }) => ({ params: { groupId }, ...extra }))

const someMembers = { members: [{ externalId: 'user-1' }] }

const none: Maker = () => []

/** A new operation does not compile until it has an entry here. */
const makers: Record<OperationId, Maker> = {
  getCurrentUser: once(),
  getSpec: once(),
  listRegions: once(),
  getTenantSettings: once(),
  updateTenantSettings: once(() => ({ useCreatorMode: true })),
  listAuditLogs: once(),
  exportAuditLogs: once(),
  listServiceAccounts: once(),
  createServiceAccount: once(({ unique }) => ({ name: unique(), role: 'Viewer' })),
  deleteServiceAccount: ({ accountId }) => [{ about: '', params: { serviceAccountId: accountId } }],
  listGroups: once(),
  createGroup: once(({ unique }) => ({ name: unique() })),
  deleteGroup: onOne('groupId'),
  listUsers: once(),
  createUser: once(({ unique }) => ({ email: `${unique()}@keys.test`, username: unique() })),
  updateUser: onOne('userId', { title: 'Tried' }),
  getUserAttributes: once(),
  createUserAttribute: once(({ unique }) => ({ name: unique(), type: 'string' })),
  updateUserAttribute: onOne('userAttributeId', { displayName: 'Tried' }),
  getUserAttributeValues: onOne('userId'),
  upsertUserAttributeValue: once(({ userId, userAttributeId }) => ({
    userId: String(userId),
    userAttributeId: String(userAttributeId),
    value: 'x',
  })),
  deleteUserAttribute: onOne('userAttributeId'),
  bulkUserAction: once(({ userId }) => ({ action: 'ACTIVATE', userIds: [userId] })),
  deleteUser: onOne('userId'),
  listApiKeys: once(),
  createApiKey: once(({ unique }) => ({ name: unique() })),
  getApiKey: onKeys('keysToRead'),
  deleteApiKey: onKeys('keysToDelete'),
  getDeployments: () => [{ about: '', query: '?first=1000' }],
  createDeployment: once(({ unique }) => ({
    name: unique(),
    cloudProvider: 'cubecloud',
    isManaged: true,
    region: 'local',
    targetPlatform: 'aws',
    creationStep: 'project',
  })),
  getDeployment: onBoth(),
  getDeploymentSettings: onBoth(),
  updateDeployment: onBoth({ body: { deployProjectRoot: 'model' } }),
  listDeploymentVersions: onBoth(),
  advanceCreationStep: onBoth({ body: { creationStep: 'ready' } }),
  resetCreationStep: onBoth(),
  getEnvVariables: onBoth(),
  setEnvVariables: onBoth({ body: { env_variables: [{ name: 'TRIAL', value: 'x' }] } }),
  deleteEnvVariable: onBoth({ params: { name: 'TRIAL' } }),
  listBranches: onBoth(),
  createBranch: (targets) => onBoth({ body: { name: targets.unique() } })(targets),
  deleteBranch: onBoth({ query: '?branchName=none' }),
  diffBranch: onBoth({ params: { branchName: 'none' } }),
  setBranchStagingEnvironment: onBoth({ body: { enabled: true, branchName: 'none' } }),
  startDevMode: onBoth({ body: { branchName: 'main' } }),
  stopDevMode: onBoth(),
  commitChanges: onBoth({ body: { branchName: 'none' } }),
  pull: onBoth({ body: { branchName: 'none' } }),
  mergeIntoParentBranch: onBoth({ body: { branchName: 'none' } }),
  mergeToDefaultBranch: onBoth({ body: { branchName: 'none', message: 'Tried' } }),
  listFiles: onBoth(),
  updateFiles: onBoth({ body: { branchName: 'none', files: [] } }),
  removeFiles: onBoth({ body: { branchName: 'none', files: [] } }),
  renameFiles: onBoth({ body: { branchName: 'none', files: [] } }),
  fileHashes: onBoth(),
  startUpload: onBoth({ query: '?branchName=none' }),
  // Takes a multipart body, which these calls do not make; startUpload and finishUpload stand for it.
  uploadFile: none,
  finishUpload: onBoth({ body: { transaction: { id: 'none' }, files: {} } }),
  getRemote: onBoth(),
  connectRemote: onBoth({ body: { url: 'https://127.0.0.1/none.git' } }),
  disconnectRemote: onBoth(),
  testRemote: onBoth(),
  pushBranch: onBoth({ body: { branchName: 'none' } }),
  // Its token is its credential; it takes none of these.
  receivePushNotice: none,
  listEmbedTenants: once(),
  listEmbedUsers: onEmbedTenants(),
  listEmbedGroups: onEmbedTenants(),
  createEmbedGroup: onEmbedTenants((_, { unique }) => ({ body: { name: unique() } })),
  getEmbedGroup: onEmbedGroups(),
  updateEmbedGroup: onEmbedGroups({ body: { description: 'tried' } }),
  listEmbedGroupMembers: onEmbedGroups(),
  addEmbedGroupMembers: onEmbedGroups({ body: someMembers }),
  removeEmbedGroupMembers: onEmbedGroups({ body: someMembers }),
  deleteEmbedGroup: onEmbedGroups(),
  listEmbedUserAttributes: onEmbedTenants(),
  deleteEmbedUserAttribute: onEmbedTenants(({ attributeId }) => ({ params: { userAttributeId: attributeId } })),
  // Nobody needs those two, nor do they have to be there: a deletion that finds nothing is done.
  deleteEmbedTenant: () =>
    ['closing-down', 'closing-away'].map((name) => ({ about: name, embedTenant: name, params: { embedTenantName: name } })),
  listEmbedSessions: once(),
  revokeEmbedSessions: ({ embedTenants }) =>
    embedTenants.map(({ name }) => ({ about: `of ${name}`, embedTenant: name, body: { embedTenantName: name } })),
  // Minting and what it makes have a trial of their own; the rest takes no key.
  generateSession: none,
  dryRunSession: none,
  getEmbedSession: none,
  revokeEmbedSession: none,
  exchangeSession: none,
  renewSession: none,
  getEmbedKeys: none,
  // Last: the deployments go with it.
  deleteDeployment: onBoth(),
}

export const callsOn = (targets: Targets): Call[] =>
  (Object.keys(makers) as OperationId[]).flatMap((operation) => makers[operation](targets).map((call) => ({ operation, ...call })))

export const nameOfCall = ({ operation, about }: Call): string => (about === '' ? operation : `${operation} (${about})`)
