import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Nullable, schema, type Static, Type } from '../schema.ts'
import { alsoForCreators, contentCommon, onePage } from './item-parts.ts'
import { ContentItemHead, exampleHead, MemberUse } from './member-parts.ts'

export const ContentProblem = schema('ContentProblem', {
  ...ContentItemHead.properties,
  ...MemberUse.properties,
  reason: Type.Union([Type.Literal('cube_missing'), Type.Literal('member_missing')], {
    description: 'Whether the model has no cube or view of this name, or has it without the member.',
  }),
  isEmbedded: Type.Boolean({ description: 'Customers see it: it is published, with `allowEmbed`.' }),
})
export type ContentProblem = Static<typeof ContentProblem>

const exampleProblem: ContentProblem = {
  ...exampleHead,
  state: 'published',
  usedIn: 'query',
  part: 'revenue',
  member: 'orders.revenue',
  byText: false,
  reason: 'member_missing',
  isEmbedded: true,
}

export const listContentProblems = operation({
  ...contentCommon,
  id: 'listContentProblems',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/content/problems',
  tag: 'Workspace',
  summary: 'List what of the workspace names members that the data model does not have',
  description: alsoForCreators(
    'Compared with the model that production serves: `buildId` is its build, and where nothing is built, or its members are not known, it is null and the list is empty. ' +
      'One entry for each member and place, by item: of reports as they are saved; of workbooks their draft and calculated fields (`saved`) and what is published (`published`), with the reports as they were then. ' +
      'Only items that the caller may view, in the workspace that the caller works in. Members of SQL and of expressions are found by their text (`byText`): they may be something else, and their case does not count. ' +
      'At most 5000 uses of an item are known, and 100000 different members of a deployment.',
  ),
  params: DeploymentParams,
  query: PageQuery,
  returns: schema('ContentProblemsListResponse', {
    ...page('ContentProblemsPage', ContentProblem).properties,
    buildId: Nullable(Type.Integer({ minimum: 1 })),
  }),
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'AIBIView',
  own: true,
  example: {
    params: { deploymentId: 1042 },
    returns: { items: [exampleProblem], data: [exampleProblem], pageInfo: onePage, buildId: 5001 },
  },
})
