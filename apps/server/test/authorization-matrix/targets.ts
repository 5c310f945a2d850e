import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import type { Resources } from './tenants.ts'

/** A part of the tenant for deployments and one for embed tenants. `null` means that the request names neither. */
export type Place = 'own' | 'beside'

/**
 * What a request acts on. `isHiddenById`: the path or body has an id that does not tell its place, so a caller who cannot see the resource
 * receives 404 in place of a scope failure.
 */
export type Target = {
  name: string
  deployment: Place | null
  embedTenant: Place | null
  isHiddenById?: true
  /** Content made in the console. Creators in an embedded page see the content of their workspace only. */
  isOfConsole?: true
  /** A key of another person. */
  isKeyOfOther?: true
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: object
}

type Parts = Record<Place, Resources>
type MakeTargets = (parts: Parts) => Target[]

const places: Place[] = ['own', 'beside']
type ById = Pick<Target, 'isHiddenById' | 'isOfConsole'>
const byId: ById = { isHiddenById: true }
const nowhere = { deployment: null, embedTenant: null } as const

const onDeployments =
  (input: (resources: Resources) => Pick<Target, 'params' | 'query' | 'body'>, flags: ById = {}): MakeTargets =>
  (parts) =>
    places.map((place) => ({
      name: `${place} deployment`,
      deployment: place,
      embedTenant: null,
      ...flags,
      ...input(parts[place]),
    }))

const onEmbedTenants =
  (input: (resources: Resources) => Pick<Target, 'params' | 'query' | 'body'>, flags: ById = {}): MakeTargets =>
  (parts) =>
    places.map((place) => ({
      name: `${place} embed tenant`,
      deployment: null,
      embedTenant: place,
      ...flags,
      ...input(parts[place]),
    }))

const inDeployment =
  (input: Pick<Target, 'query' | 'body'>): MakeTargets =>
  (parts) =>
    onDeployments(({ deploymentId }) => ({ params: { deploymentId }, ...input }))(parts)

const ofSessions =
  (input: (deployment: Resources, embedTenant: Resources) => Pick<Target, 'params' | 'query' | 'body'>): MakeTargets =>
  (parts) =>
    [['own', 'own'] as const, ['beside', 'own'] as const, ['own', 'beside'] as const].map(([deployment, embedTenant]) => ({
      name: `${deployment} deployment, ${embedTenant} embed tenant`,
      deployment,
      embedTenant,
      ...input(parts[deployment], parts[embedTenant]),
    }))

const onSessionIds: MakeTargets = (parts) =>
  places.map((place) => ({
    name: `session in ${place}`,
    deployment: place,
    embedTenant: place,
    isHiddenById: true,
    params: { embedSessionId: parts[place].embedSessionId },
  }))

const onKeyOfOther: MakeTargets = ({ beside }) => [
  { name: 'key of another person', ...nowhere, isKeyOfOther: true, isHiddenById: true, params: { apiKeyId: beside.apiKeyId } },
]

const mint = ofSessions(({ deploymentId }, { embedTenantName }) => ({ body: { deploymentId, externalId: 'ada', embedTenantName } }))
const onWorkbookPolicy = (grantee: (resources: Resources) => object) =>
  onDeployments(
    (resources) => ({
      body: { resourceType: 'Workbook', resourceId: resources.workbookId, action: 'WorkbookRead', ...grantee(resources) },
    }),
    { ...byId, isOfConsole: true },
  )
const onBranch = inDeployment({ body: { branchName: 'missing' } })
const onBranchInQuery = inDeployment({ query: { branchName: 'missing' } })
// A private address: the server refuses it after authorization and never connects.
const privateUrl = 'https://127.0.0.1/missing.git'
const onDashboard = (body?: object) =>
  onDeployments(({ dashboardPublicId }) => ({ params: { dashboardPublicId }, ...(body ? { body } : {}) }), byId)

/** Operations whose targets and input do not follow from the path and the contract's example. */
export const specialTargets: Partial<Record<OperationId, MakeTargets>> = {
  deleteDeployment: onDeployments(({ spareDeploymentId }) => ({ params: { deploymentId: spareDeploymentId } })),
  getMeta: onDeployments(({ deploymentId }) => ({ query: { deploymentId } })),
  queryMeta: onDeployments(({ deploymentId }) => ({ body: { selectors: { deploymentId } } })),

  getDashboard: onDashboard(),
  updateDashboardEmbedding: onDashboard({ allowEmbed: true }),
  postDashboardPythonRun: onDashboard(operations.postDashboardPythonRun.example.body),
  listResourcePolicies: onDeployments(({ workbookId }) => ({ query: { resourceType: 'Workbook', resourceId: workbookId } }), {
    ...byId,
    isOfConsole: true,
  }),
  setUserPolicy: onWorkbookPolicy(({ userId }) => ({ userId })),
  setGroupPolicy: onWorkbookPolicy(({ groupId }) => ({ groupId })),

  deleteEmbedTenant: onEmbedTenants(({ spareEmbedTenantName }) => ({ params: { embedTenantName: spareEmbedTenantName } })),
  getUserAttributeValues: onEmbedTenants(({ embedUserId }) => ({ params: { userId: embedUserId } }), byId),
  upsertUserAttributeValue: onEmbedTenants(
    ({ embedUserId, userAttributeId }) => ({
      body: { userId: String(embedUserId), userAttributeId: String(userAttributeId), value: 'x' },
    }),
    byId,
  ),

  generateSession: mint,
  dryRunSession: mint,
  getEmbedSession: onSessionIds,
  revokeEmbedSession: onSessionIds,
  revokeEmbedSessions: (parts) => [
    ...onDeployments(({ spareDeploymentId }) => ({ body: { deploymentId: spareDeploymentId } }))(parts),
    ...onEmbedTenants(({ spareEmbedTenantName }) => ({ body: { embedTenantName: spareEmbedTenantName } }))(parts),
  ],

  createApiKey: () => [{ name: 'itself', ...nowhere, body: { name: 'another' } }],
  getApiKey: onKeyOfOther,
  deleteApiKey: onKeyOfOther,

  // Branches, refs and hosts that do not exist, so permitted calls start no work.
  commitChanges: onBranch,
  pull: onBranch,
  pushBranch: onBranch,
  startDevMode: onBranch,
  startUpload: inDeployment({ query: { branchName: 'missing' }, body: {} }),
  createBranch: inDeployment({ body: { name: 'never-made', from: 'missing' } }),
  listFiles: onBranchInQuery,
  fileHashes: onBranchInQuery,
  validateDataModel: onBranchInQuery,
  connectRemote: inDeployment({ body: { url: privateUrl } }),
  testDbtConnection: inDeployment({ body: { url: privateUrl } }),
  setDbtIntegration: inDeployment({ body: { url: privateUrl, targetSchema: 'missing' } }),
  startDbtSync: inDeployment({ body: { ref: 'a..b' } }),
  previewDbtSync: inDeployment({ body: { ref: 'a..b' } }),
}

const inPath = ({ path }: OperationShape, name: string): boolean => path.includes(`{${name}}`)

/** What an operation is called on: both places of everything that its path names. */
export const targetsOf = (id: OperationId, parts: Parts): Target[] => {
  const special = specialTargets[id]
  if (special) return special(parts)
  const operation: OperationShape = operations[id]
  if (inPath(operation, 'deploymentId')) return onDeployments(({ deploymentId }) => ({ params: { deploymentId } }))(parts)
  if (inPath(operation, 'embedTenantName'))
    return onEmbedTenants(({ embedTenantName, embedGroupId }) => ({ params: { embedTenantName, groupId: embedGroupId } }))(parts)
  return [{ name: whoMay[id].reach, ...nowhere }]
}

const depthOf = (id: OperationId): number => operations[id].path.split('/').length

/** Every operation of the contract; what deletes a resource comes after what uses it. */
export const matrixOperations: OperationId[] = (Object.keys(operations) as OperationId[]).toSorted(
  (one, other) =>
    Number(operations[one].method === 'DELETE') - Number(operations[other].method === 'DELETE') ||
    (operations[one].method === 'DELETE' ? depthOf(other) - depthOf(one) : 0),
)
