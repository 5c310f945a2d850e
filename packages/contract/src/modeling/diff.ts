import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { BrokenContent } from './broken-content-parts.ts'
import { onRepository } from './repository-parts.ts'

/** What a change does to those who query. The order is the order of reports: the worst first. */
export const ModelEffect = OneOf('ModelEffect', ['breaking', 'widening', 'narrowing', 'opaque', 'compatible'])
export type ModelEffect = Static<typeof ModelEffect>

export const ModelVisibility = schema('ModelVisibility', {
  who: Type.String({
    description:
      '`everyone`, or `group:x`, with `when …` for a policy that stands under conditions. `embed sessions`, or `embed sessions in group:x`, where the first policy of a cube or view lets them in, or the last one goes.',
  }),
  gains: Type.Array(Type.String(), { description: 'Members they see now, as `cube.member`.' }),
  loses: Type.Array(Type.String()),
  rows: Type.Optional(OneOf('ModelVisibilityRows', ['more', 'fewer', 'changed'])),
})
export type ModelVisibility = Static<typeof ModelVisibility>

export const ModelChange = schema('ModelChange', {
  id: Type.String({ description: 'The rule that found it, such as `member-removed`. Stable over releases.' }),
  kind: OneOf('ModelChangeKind', ['added', 'removed', 'changed', 'renamed']),
  subject: schema('ModelSubject', {
    cube: Type.String({ description: 'The cube or view; for what could not be read, the file.' }),
    member: Type.Optional(Type.String()),
    part: Type.Optional(Type.String({ description: 'The property that changed, such as `sql` or `access_policy`.' })),
  }),
  effects: Type.Array(ModelEffect, { minItems: 1, description: 'The worst first. A change can break queries and widen access at once.' }),
  isAssumed: Type.Boolean({ description: 'True where widening could not be ruled out, rather than being shown.' }),
  before: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  file: Type.String(),
  line: Type.Integer({ minimum: 1 }),
  message: Type.String(),
  visibility: Type.Array(ModelVisibility),
})
export type ModelChange = Static<typeof ModelChange>

export const ModelFileChange = schema('ModelFileChange', {
  path: Type.String(),
  previousPath: Maybe(Type.String()),
  status: OneOf('ModelFileStatus', ['added', 'removed', 'changed', 'renamed']),
  additions: Maybe(Type.Integer({ minimum: 0 })),
  deletions: Maybe(Type.Integer({ minimum: 0 })),
})
export type ModelFileChange = Static<typeof ModelFileChange>

export const OpaquePlace = schema('OpaquePlace', {
  file: Type.String(),
  line: Type.Integer({ minimum: 1 }),
  reason: Type.String({ description: 'Why it could not be read, as a sentence.' }),
})
export type OpaquePlace = Static<typeof OpaquePlace>

const count = Type.Integer({ minimum: 0 })

/** What a change of the model means, beyond the lines of its files. */
export const BranchDiff = schema('BranchDiff', {
  files: Type.Array(ModelFileChange),
  changes: Type.Array(ModelChange, { description: 'The worst first.' }),
  visibility: Type.Array(ModelVisibility, { description: 'Who sees more or less, over all changes.' }),
  opaque: Type.Array(OpaquePlace, { description: 'What of the newer model could not be read, changed or not.' }),
  summary: schema('BranchDiffSummary', { breaking: count, widening: count, narrowing: count, opaque: count, compatible: count }),
})
export type BranchDiff = Static<typeof BranchDiff>

export const BranchDiffResponse = schema('BranchDiffResponse', {
  branchName: Type.String(),
  lastHash: Type.String({ description: 'The commit at the head of the branch.' }),
  baseBranch: Type.String(),
  baseHash: Type.String({ description: 'The commit both branches come from; what the base did since is no part of the answer.' }),
  needsAcknowledgement: Type.Boolean({
    description: 'Somebody sees more by this, or that cannot be told, and `wideningMerges` wants it acknowledged when it reaches the base.',
  }),
  ...BranchDiff.properties,
  content: BrokenContent,
})
export type BranchDiffResponse = Static<typeof BranchDiffResponse>

export const diffBranch = operation({
  ...onRepository,
  id: 'diffBranch',
  method: 'GET',
  path: '/build/api/v1/deployments/{deploymentId}/branches/{branchName}/diff',
  summary: 'What a branch changes of the data model, and who sees more or less by it',
  description:
    'Everything the branch did since it left `base`: its parent when left out, or the deploy branch where it has none. As JSON; with `format=markdown` as text for a review comment, ' +
    'with `format=sarif` for code scanning. `content` names the reports and dashboards that break by it, as far as the caller may see them; the others are counted. A name with a slash is percent-encoded.',
  params: Type.Object({ ...DeploymentParams.properties, branchName: Text(255) }),
  query: Type.Object({
    base: Type.Optional(Text(255)),
    format: Type.Optional(OneOf('DiffFormat', ['json', 'markdown', 'sarif'])),
  }),
  returns: BranchDiffResponse,
  documents: ['text/markdown', 'application/sarif+json'],
  failures: ['deployment_not_found', 'branch_not_found', 'branch_expired', 'branch_required', 'not_own_branch'],
  action: 'SchemaRead',
  own: true,
  example: {
    params: { deploymentId: 1042, branchName: 'revenue-rework' },
    query: { base: 'main' },
    returns: {
      branchName: 'revenue-rework',
      lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
      baseBranch: 'main',
      baseHash: '5d0c1e7f3b2a49687c8d9e0f1a2b3c4d5e6f7081',
      needsAcknowledgement: false,
      files: [{ path: 'model/orders.yml', status: 'changed', additions: 3, deletions: 0 }],
      changes: [
        {
          id: 'member-added',
          kind: 'added',
          subject: { cube: 'orders', member: 'refunds' },
          effects: ['compatible'],
          isAssumed: false,
          file: 'model/orders.yml',
          line: 12,
          message: 'Measure orders.refunds was added.',
          visibility: [],
        },
      ],
      visibility: [],
      opaque: [],
      summary: { breaking: 0, widening: 0, narrowing: 0, opaque: 0, compatible: 1 },
      content: {
        items: [],
        total: 0,
        shownToCustomers: 0,
        hasMore: false,
        isUncertain: false,
        needsAcknowledgement: false,
        renames: [],
      },
    },
  },
})
