import type { OperationId } from '@facet/contract'
import type { Pair } from './credentials.ts'
import { nothing, type Touches, wholeTenant } from './touches.ts'

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
  /** Outside every embed tenant. */
  lonelyUserId: number
  /** The key that asks. */
  ownKeyId: number
  userId: number
  groupId: number
  userAttributeId: number
  unique: () => string
}

/** An embed tenant that stands throughout, with a group and an attribute made for this run. */
export type EmbedTarget = { name: string; groupId: number; attributeId: number; userId: number }

/** One call with valid input. `about` tells calls of one operation apart. */
export type Call = {
  operation: OperationId
  about: string
  touches: Touches | null
  deployment?: keyof Pair
  holder?: KeyHolder
  params?: Record<string, string | number>
  query?: string
  body?: unknown
}

type Maker = (targets: Targets) => Omit<Call, 'operation'>[]

const onTenant =
  (body?: (targets: Targets) => unknown): Maker =>
  (targets) => [{ about: '', touches: wholeTenant, ...(body ? { body: body(targets) } : {}) }]

const onOwn =
  (body?: (targets: Targets) => unknown): Maker =>
  (targets) => [{ about: '', touches: nothing, ...(body ? { body: body(targets) } : {}) }]

const onBoth =
  (extra: { params?: Record<string, string>; query?: string; body?: unknown } = {}): Maker =>
  ({ pair }) =>
    (['inside', 'beside'] as const).map((deployment) => ({
      about: deployment,
      touches: { deployment: pair[deployment], embedTenant: 'all' },
      deployment,
      params: { deploymentId: pair[deployment], ...extra.params },
      ...(extra.query === undefined ? {} : { query: extra.query }),
      ...('body' in extra ? { body: extra.body } : {}),
    }))

/** On the thing of this name among the targets, by its id in the path. */
const onOne =
  (name: 'userId' | 'groupId' | 'userAttributeId', body?: unknown): Maker =>
  (targets) => [{ about: '', touches: wholeTenant, params: { [name]: targets[name] }, ...(body === undefined ? {} : { body }) }]

const onKeys =
  (which: 'keysToRead' | 'keysToDelete'): Maker =>
  (targets) =>
    keyHolders.map((holder, index) => ({
      about: `key of ${holder}`,
      touches: nothing,
      holder,
      params: { apiKeyId: targets[which][index] ?? 0 },
    }))

/** Users of the tenant itself, of each embed tenant, and of none. */
const onUsers =
  (call: (userId: number, targets: Targets) => { params?: Record<string, number>; body?: unknown }): Maker =>
  (targets) => [
    { about: 'of the tenant', touches: { ...wholeTenant, isById: true }, ...call(targets.userId, targets) },
    {
      about: 'of no embed tenant',
      touches: { deployment: 'all', embedTenant: 'none', isById: true },
      ...call(targets.lonelyUserId, targets),
    },
    ...targets.embedTenants.map(({ name, userId }) => ({
      about: `of ${name}`,
      touches: { deployment: 'all', embedTenant: name, isById: true } as const,
      ...call(userId, targets),
    })),
  ]

const onEmbedTenants =
  (call: (target: EmbedTarget, targets: Targets) => { params?: Record<string, number>; body?: unknown } = () => ({})): Maker =>
  (targets) =>
    targets.embedTenants.map((target) => {
      const { params, ...rest } = call(target, targets)
      return {
        about: `in ${target.name}`,
        touches: { deployment: 'all', embedTenant: target.name },
        params: { embedTenantName: target.name, ...params },
        ...rest,
      }
    })

const onEmbedGroups = (extra: { body?: unknown } = {}): Maker => onEmbedTenants(({ groupId }) => ({ params: { groupId }, ...extra }))

const someMembers = { members: [{ externalId: 'user-1' }] }

const none: Maker = () => []

/** A new operation does not compile until it has an entry here. */
const makers: Record<OperationId, Maker> = {
  getCurrentUser: onOwn(),
  getSpec: onOwn(),
  listRegions: onOwn(),
  getTenantSettings: onTenant(),
  updateTenantSettings: onTenant(() => ({ useCreatorMode: true })),
  listAuditLogs: onTenant(),
  exportAuditLogs: onTenant(),
  listServiceAccounts: onTenant(),
  createServiceAccount: onTenant(({ unique }) => ({ name: unique(), role: 'Viewer' })),
  deleteServiceAccount: ({ accountId }) => [{ about: '', touches: wholeTenant, params: { serviceAccountId: accountId } }],
  listGroups: onTenant(),
  createGroup: onTenant(({ unique }) => ({ name: unique() })),
  deleteGroup: onOne('groupId'),
  listUsers: onTenant(),
  createUser: onTenant(({ unique }) => ({ email: `${unique()}@keys.test`, username: unique() })),
  updateUser: onOne('userId', { title: 'Tried' }),
  getUserAttributes: onTenant(),
  createUserAttribute: onTenant(({ unique }) => ({ name: unique(), type: 'string' })),
  updateUserAttribute: onOne('userAttributeId', { displayName: 'Tried' }),
  getUserAttributeValues: onUsers((userId) => ({ params: { userId } })),
  upsertUserAttributeValue: onUsers((userId, { userAttributeId }) => ({
    body: { userId: String(userId), userAttributeId: String(userAttributeId), value: 'x' },
  })),
  deleteUserAttribute: onOne('userAttributeId'),
  bulkUserAction: onTenant(({ userId }) => ({ action: 'ACTIVATE', userIds: [userId] })),
  deleteUser: onOne('userId'),
  listApiKeys: onOwn(),
  createApiKey: onOwn(({ unique }) => ({ name: unique() })),
  getApiKey: (targets) => [...onKeys('keysToRead')(targets), { about: 'itself', touches: nothing, params: { apiKeyId: targets.ownKeyId } }],
  deleteApiKey: onKeys('keysToDelete'),
  getDeployments: () => [{ about: '', touches: nothing, query: '?first=1000' }],
  createDeployment: onTenant(({ unique }) => ({
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
  listEmbedTenants: () => [{ about: '', touches: { deployment: 'all', embedTenant: 'some' } }],
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
    ['closing-down', 'closing-away'].map((name) => ({
      about: name,
      touches: { deployment: 'all', embedTenant: name },
      params: { embedTenantName: name },
    })),
  listEmbedSessions: () => [{ about: '', touches: { deployment: 'some', embedTenant: 'some', isSession: true } }],
  revokeEmbedSessions: ({ embedTenants, pair, userId }) => [
    ...embedTenants.map(({ name }) => ({
      about: `of ${name}`,
      touches: { deployment: 'all', embedTenant: name, isSession: true } as const,
      body: { embedTenantName: name },
    })),
    ...Object.entries(pair).map(([about, deploymentId]) => ({
      about,
      touches: { deployment: deploymentId, embedTenant: 'all', isSession: true } as const,
      body: { deploymentId },
    })),
    { about: 'of a user', touches: { ...wholeTenant, isSession: true }, body: { userId } },
  ],
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
