import type { OperationId } from '@facet/contract'
import { keyHolders, type MakeCalls, type Targets } from './call.ts'
import { nothing, wholeTenant } from './touches.ts'

const onOwn =
  (body: (targets: Targets) => unknown): MakeCalls =>
  (targets) => [{ about: '', touches: nothing, body: body(targets) }]

const onTenant =
  (body: (targets: Targets) => unknown): MakeCalls =>
  (targets) => [{ about: '', touches: wholeTenant, body: body(targets) }]

const onBoth =
  ({ params, ...input }: { params?: Record<string, string>; query?: string; body?: unknown }): MakeCalls =>
  ({ pair }) =>
    (['inside', 'beside'] as const).map((deployment) => ({
      about: deployment,
      touches: { deployment: pair[deployment], embedTenant: 'all' },
      deployment,
      params: { deploymentId: pair[deployment], ...params },
      ...input,
    }))

/** Both deployments, named in the query or in the body. */
const onNamed =
  (named: (deploymentId: number) => { query?: string; body?: unknown }): MakeCalls =>
  ({ pair }) =>
    (['inside', 'beside'] as const).map((deployment) => ({
      about: deployment,
      touches: { deployment: pair[deployment], embedTenant: 'all' },
      deployment,
      ...named(pair[deployment]),
    }))

const onKeys =
  (which: 'keysToRead' | 'keysToDelete'): MakeCalls =>
  (targets) =>
    keyHolders.map((holder, index) => ({
      about: `key of ${holder}`,
      touches: nothing,
      holder,
      params: { apiKeyId: targets[which][index] ?? 0 },
    }))

/** Users of the tenant itself, of each embed tenant, and of none. */
const onUsers =
  (call: (userId: number, targets: Targets) => { params?: Record<string, number>; body?: unknown }): MakeCalls =>
  (targets) => [
    { about: 'of the tenant', touches: { ...wholeTenant, isById: true }, ...call(targets.ids.userId, targets) },
    {
      about: 'of no embed tenant',
      touches: { deployment: 'all', embedTenant: 'none', isById: true },
      ...call(targets.lonelyUserId, targets),
    },
    ...targets.embedTenants.map(({ embedTenantName, userId }) => ({
      about: `of ${embedTenantName}`,
      touches: { deployment: 'all', embedTenant: embedTenantName, isById: true } as const,
      ...call(userId, targets),
    })),
  ]

/** Of an item that nobody has, and that could be in any deployment: whoever may ask is told that it is not there. */
const onMissing =
  (input: { query?: string; body?: unknown }): MakeCalls =>
  () => [{ about: '', touches: nothing, isMissing: true, ...input }]

const none: MakeCalls = () => []

/**
 * Calls of the operations whose contract does not say all that a call needs: several kinds of thing to act on, a body that names
 * things which have to exist, or one that is better refused late than done.
 */
export const specialCalls: Partial<Record<OperationId, MakeCalls>> = {
  createUser: onTenant(({ unique }) => ({ email: `${unique()}@keys.test`, username: unique() })),
  bulkUserAction: onTenant(({ ids }) => ({ action: 'ACTIVATE', userIds: [ids.userId] })),
  getUserAttributeValues: onUsers((userId) => ({ params: { userId } })),
  upsertUserAttributeValue: onUsers((userId, { ids }) => ({
    body: { userId: String(userId), userAttributeId: String(ids.userAttributeId), value: 'x' },
  })),

  addUserGroupMembers: ({ ids: { groupId, userId } }) => [
    { about: '', touches: wholeTenant, params: { groupId }, body: { userIds: [userId] } },
  ],

  listResourcePolicies: onMissing({ query: '?resourceType=Workbook&resourceId=1' }),
  setUserPolicy: onMissing({ body: { resourceType: 'Workbook', resourceId: 1, action: 'WorkbookRead' } }),
  setGroupPolicy: onMissing({ body: { resourceType: 'Workbook', resourceId: 1, groupId: 1, action: 'WorkbookRead' } }),
  // At the root, where everybody's lies.
  createReport: onBoth({ body: { name: 'Of a trial' } }),
  createWorkbook: onBoth({ body: { name: 'Of a trial' } }),

  createApiKey: onOwn(({ unique }) => ({ name: unique() })),
  getApiKey: (targets) => [...onKeys('keysToRead')(targets), { about: 'itself', touches: nothing, params: { apiKeyId: targets.ownKeyId } }],
  deleteApiKey: onKeys('keysToDelete'),

  // With a size of pages it is read to its end: what it shows is compared with single look-ups.
  getDeployments: () => [{ about: '', touches: nothing, query: '?first=1000' }],

  // What the one sets, the other finds.
  setEnvVariables: onBoth({ body: { env_variables: [{ name: 'TRIAL', value: 'x' }] } }),
  deleteEnvVariable: onBoth({ params: { name: 'TRIAL' } }),

  getMeta: onNamed((deploymentId) => ({ query: `?deploymentId=${deploymentId}` })),
  queryMeta: onNamed((deploymentId) => ({ body: { selectors: { deploymentId } } })),

  // On a branch that does not exist: no work is done for the many that may.
  commitChanges: onBoth({ body: { branchName: 'none' } }),
  pull: onBoth({ body: { branchName: 'none' } }),
  pushBranch: onBoth({ body: { branchName: 'none' } }),
  startUpload: onBoth({ query: '?branchName=none' }),
  // Takes a multipart body, which these calls do not make; startUpload and finishUpload stand for it.
  uploadFile: none,
  uploadDbtManifest: none,
  importContent: none,
  // Nothing is dialled.
  connectRemote: onBoth({ body: { url: 'https://127.0.0.1/none.git' } }),
  testDbtConnection: onBoth({ body: { url: 'https://127.0.0.1/none.git' } }),
  // A ref that git would not take: nothing is launched for the many that may.
  startDbtSync: onBoth({ body: { ref: 'a..b' } }),
  previewDbtSync: onBoth({ body: { ref: 'a..b' } }),
  setDbtIntegration: onBoth({ body: { url: 'https://127.0.0.1/none.git', targetSchema: 'none' } }),

  listEmbedTenants: () => [{ about: '', touches: { deployment: 'all', embedTenant: 'some' } }],
  // Nobody needs those two, nor do they have to be there: a deletion that finds nothing is done.
  deleteEmbedTenant: () =>
    ['closing-down', 'closing-away'].map((name) => ({
      about: name,
      touches: { deployment: 'all', embedTenant: name },
      params: { embedTenantName: name },
    })),
  listEmbedSessions: () => [{ about: '', touches: { deployment: 'some', embedTenant: 'some', isSession: true } }],
  revokeEmbedSessions: ({ embedTenants, pair, ids }) => [
    ...embedTenants.map(({ embedTenantName }) => ({
      about: `of ${embedTenantName}`,
      touches: { deployment: 'all', embedTenant: embedTenantName, isSession: true } as const,
      body: { embedTenantName },
    })),
    ...Object.entries(pair).map(([about, deploymentId]) => ({
      about,
      touches: { deployment: deploymentId, embedTenant: 'all', isSession: true } as const,
      body: { deploymentId },
    })),
    { about: 'of a user', touches: { ...wholeTenant, isSession: true }, body: { userId: ids.userId } },
  ],
  // Minting and what it makes have a trial of their own.
  generateSession: none,
  dryRunSession: none,
  getEmbedSession: none,
  revokeEmbedSession: none,
}
