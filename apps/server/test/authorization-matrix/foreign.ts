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

const besideParams: Record<string, (beside: Resources) => Record<string, string | number>> = {
  '{workbookId}': ({ workbookId }) => ({ workbookId }),
  '{reportId}': ({ reportId }) => ({ reportId }),
  '{folderId}': ({ folderId }) => ({ folderId }),
  '{environmentId}': ({ environmentId }) => ({ environmentId }),
  '{type}/{id}': ({ workbookId }) => ({ type: 'WORKBOOK', id: workbookId }),
}

/** Requests whose path names the own deployment and a resource of another deployment of the tenant. */
export const besideTargets = ({ path }: OperationShape, { own, beside }: Fixture): Target[] =>
  path.includes('{deploymentId}')
    ? Object.entries(besideParams).flatMap(([part, params]) =>
        path.includes(part)
          ? [{ name: part, ...nowhere, params: { ...idsOf(own), ...params(beside), deploymentId: own.deploymentId } }]
          : [],
      )
    : []
