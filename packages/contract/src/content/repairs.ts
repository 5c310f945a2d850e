import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { PageInfo } from '../paging.ts'
import { Maybe, Nullable, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { alsoForCreators, contentCommon, onePage } from './item-parts.ts'
import { ContentItemHead, exampleHead, MemberName, MemberUse } from './member-parts.ts'

export const repairLimits = { items: 20, renames: 100, shownCharacters: 65_536 } as const

const MemberRename = schema('MemberRename', { from: MemberName, to: MemberName })

const RepairedQuery = schema('RepairedQuery', {
  state: MemberUse.properties.state,
  part: Nullable(Type.String({ description: 'Id of the widget that shows it; null: that of the report itself.' })),
  before: Nullable(Type.String({ description: `Null where it has more than ${repairLimits.shownCharacters} characters.` })),
  after: Nullable(Type.String()),
})

const RepairedUse = schema('RepairedUse', { ...MemberUse.properties, to: Type.String({ description: 'The member that takes its place.' }) })

export const ContentRepair = schema('ContentRepair', {
  ...ContentItemHead.properties,
  uses: Type.Array(RepairedUse, { description: 'The first 1000 places that change.' }),
  queries: Type.Array(RepairedQuery, { description: 'Queries of the data API that change, the first 100.' }),
  publishes: Type.Boolean({ description: 'The published dashboard changes too, by a new version.' }),
})
export type ContentRepair = Static<typeof ContentRepair>

export const UnrepairedContent = schema('UnrepairedContent', {
  ...ContentItemHead.properties,
  reason: OneOf('UnrepairedReason', ['item_access_denied', 'sql_is_yours']),
})
export type UnrepairedContent = Static<typeof UnrepairedContent>

const exampleUse = { state: 'published', usedIn: 'query', part: 'revenue', byText: false } as const

export const repairContent = operation({
  ...contentCommon,
  id: 'repairContent',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/content/repairs',
  tag: 'Workspace',
  summary: 'Give members of the data model their new names wherever content uses them',
  description: alsoForCreators(
    'Goes over the items of the workspace that use one of `from`, by id, at most 20 in one call: send `pageInfo.endCursor` as `after` until `hasNextPage` is false. With `dryRun` nothing changes, and the answer is the same. ' +
      'Needs edit on the item: those that the caller may only view are in `left` with `item_access_denied`, others are not mentioned. ' +
      'Of reports: queries, fields of pivot, chart and filters, and calculated fields. Of workbooks: the draft and the calculated fields. What is published of a workbook gets a new version in which only the names differ: what was edited since and not published stays unpublished; older versions stay as they are. ' +
      'SQL is never rewritten: an item that uses a member there is in `left` with `sql_is_yours`, whatever else of it was repaired. ' +
      'Each `from` is named once and is no `to` of the same call. A `to` that the model of production does not have is refused with `member_unknown`, unless it is a dry run: then it is among `missing`. ' +
      'Applying it again finds nothing to repair.',
  ),
  params: DeploymentParams,
  body: schema('RepairContentInput', {
    renames: Type.Array(MemberRename, { minItems: 1, maxItems: repairLimits.renames }),
    dryRun: Maybe(Type.Boolean()),
    after: Maybe(Text(1000)),
  }),
  returns: schema('ContentRepairs', {
    isDryRun: Type.Boolean(),
    repaired: Type.Array(ContentRepair),
    left: Type.Array(UnrepairedContent),
    missing: Type.Array(Type.String(), { description: 'Of `to`: what the model of production does not have.' }),
    pageInfo: PageInfo,
  }),
  failures: ['deployment_not_found', 'member_unknown', 'document_too_large', 'invalid_cursor'],
  action: 'AIBIView',
  audit: ['report', 'workbook', 'deployment'],
  own: true,
  example: {
    params: { deploymentId: 1042 },
    body: { renames: [{ from: 'orders.revenue', to: 'orders.net_revenue' }], dryRun: true },
    returns: {
      isDryRun: true,
      repaired: [
        {
          ...exampleHead,
          uses: [{ ...exampleUse, member: 'orders.revenue', to: 'orders.net_revenue' }],
          queries: [
            {
              state: 'published',
              part: 'revenue',
              before: '{"measures":["orders.revenue"]}',
              after: '{"measures":["orders.net_revenue"]}',
            },
          ],
          publishes: true,
        },
      ],
      left: [],
      missing: [],
      pageInfo: onePage,
    },
  },
})
