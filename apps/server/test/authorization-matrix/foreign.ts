import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import type { Answer } from './requests.ts'
import { type Target, targetsOf } from './targets.ts'
import type { Fixture, Resources } from './tenants.ts'

/** The path parameters that name a resource. */
const idsOf = (resources: Resources): Record<string, string | number> => ({
  ...resources,
  // Content of any kind is named by `type` and `id`.
  id: resources.workbookId,
  type: 'WORKBOOK',
})

const nowhere = { deployment: null, embedTenant: null } as const

/** Requests that name a resource of the other tenant in the body, beside resources of the caller's own tenant. */
const inBody = ({ own, foreign }: Fixture): Partial<Record<OperationId, Target[]>> => ({
  bulkUserAction: [{ name: 'users', ...nowhere, body: { action: 'DELETE', userIds: [foreign.userId] } }],
  createApiKey: [{ name: 'service account', ...nowhere, body: { name: 'theirs', serviceAccountId: foreign.serviceAccountId } }],
  addUserGroupMembers: [
    { name: 'user', ...nowhere, params: { groupId: own.groupId }, body: { userIds: [foreign.userId] } },
    { name: 'group', ...nowhere, params: { groupId: foreign.groupId }, body: { userIds: [own.userId] } },
  ],
  upsertUserAttributeValue: [
    { name: 'user', userId: foreign.userId, userAttributeId: own.userAttributeId },
    { name: 'attribute', userId: own.userId, userAttributeId: foreign.userAttributeId },
  ].map(({ name, userId, userAttributeId }) => ({
    name,
    ...nowhere,
    body: { userId: String(userId), userAttributeId: String(userAttributeId), value: 'x' },
  })),
  setUserPolicy: [
    {
      name: 'user',
      ...nowhere,
      body: { resourceType: 'Workbook', resourceId: own.workbookId, userId: foreign.userId, action: 'WorkbookRead' },
    },
    {
      name: 'workbook',
      ...nowhere,
      body: { resourceType: 'Workbook', resourceId: foreign.workbookId, userId: own.userId, action: 'WorkbookRead' },
    },
  ],
  setGroupPolicy: [
    {
      name: 'group',
      ...nowhere,
      body: { resourceType: 'Workbook', resourceId: own.workbookId, groupId: foreign.groupId, action: 'WorkbookRead' },
    },
    {
      name: 'workbook',
      ...nowhere,
      body: { resourceType: 'Workbook', resourceId: foreign.workbookId, groupId: own.groupId, action: 'WorkbookRead' },
    },
  ],
})

/** Calls of an operation that name resources of the other tenant, each of which exists. */
export const foreignTargets = (id: OperationId, fixture: Fixture): Target[] => {
  const { foreign } = fixture
  const [first] = targetsOf(id, { own: foreign, beside: foreign })
  return inBody(fixture)[id] ?? (first ? [{ ...first, params: { ...idsOf(foreign), ...first.params } }] : [])
}

// They succeed for names that do not exist, report per item, or report what a session would lack. Compare the rows of the other tenant.
const answersOtherwise = new Set<OperationId>(['deleteEmbedTenant', 'bulkUserAction', 'dryRunSession', 'revokeEmbedSessions'])
// They name resources in the query or the body only.
const inBodyOnly = new Set<OperationId>([
  'createApiKey',
  'generateSession',
  'getMeta',
  'listResourcePolicies',
  'queryMeta',
  'setGroupPolicy',
  'setUserPolicy',
  'upsertUserAttributeValue',
])

/** Whether an answer to a foreign target is 404, where the operation can answer so. */
export const isHiddenFailure = (id: OperationId, { status, code }: Answer): boolean => {
  if (whoMay[id].reach === 'deployment') return code === 'deployment_not_found'
  const isNamed = !answersOtherwise.has(id) && (operations[id].path.includes('{') || inBodyOnly.has(id))
  return !isNamed || status === 404
}

type Params = Record<string, string | number>
type ParamsOf = (fixture: Pick<Fixture, 'own' | 'beside'>) => Params

/** Resources of another deployment, by the part of the path that names them. */
const inOtherDeployment: Record<string, ParamsOf> = {
  '{workbookId}': ({ beside }) => ({ workbookId: beside.workbookId }),
  '{reportId}': ({ beside }) => ({ reportId: beside.reportId }),
  '{folderId}': ({ beside }) => ({ folderId: beside.folderId }),
  '{environmentId}': ({ beside }) => ({ environmentId: beside.environmentId }),
  '{type}/{id}': ({ beside }) => ({ type: 'WORKBOOK', id: beside.workbookId }),
}

/** Resources of another embed tenant, and of the tenant itself. */
const inOtherEmbedTenant: Record<string, ParamsOf> = {
  'groups/{groupId}': ({ beside }) => ({ groupId: beside.embedGroupId }),
  '/{groupId}': ({ own }) => ({ groupId: own.groupId }),
  'attributes/{userAttributeId}': ({ beside }) => ({ userAttributeId: beside.embedAttributeId }),
  '/{userAttributeId}': ({ own }) => ({ userAttributeId: own.userAttributeId }),
}

/** Resources of embed tenants, and principals of another kind. */
const ofOtherKind: Record<string, ParamsOf> = {
  '{groupId}': ({ own }) => ({ groupId: own.embedGroupId }),
  '{userAttributeId}': ({ own }) => ({ userAttributeId: own.embedAttributeId }),
  '{userId}': ({ own }) => ({ userId: own.serviceAccountId }),
  '{serviceAccountId}': ({ own }) => ({ serviceAccountId: own.userId }),
}

const scopeOf = (path: string): Record<string, ParamsOf> => {
  if (path.includes('{deploymentId}')) return inOtherDeployment
  return path.includes('{embedTenantName}') ? inOtherEmbedTenant : ofOtherKind
}

/** Requests that name an existing resource where it does not belong: below another parent, or as a resource of another kind. */
export const misplacedTargets = ({ id, path }: OperationShape, { own, beside }: Pick<Fixture, 'own' | 'beside'>): Target[] =>
  // Service accounts are in groups, like users.
  id === 'listGroupsOfUser'
    ? []
    : Object.entries(scopeOf(path)).flatMap(([part, params]) =>
        path.includes(part) ? [{ name: part, ...nowhere, params: { ...idsOf(own), ...params({ own, beside }) } }] : [],
      )
