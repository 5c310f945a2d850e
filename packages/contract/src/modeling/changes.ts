import type { FailureCode } from '../failures.ts'
import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, Nullable, schema, type Static, Text, Type } from '../schema.ts'
import {
  AcknowledgeBreaking,
  AcknowledgeWidening,
  branchChoice,
  branchFailures,
  maybeBranchName,
  maybePush,
  mergeFailures,
  onRepository,
  pushRule,
  remoteFailures,
  unnamedBranchRule,
} from './repository-parts.ts'
import { DataModelProblem } from './validation.ts'

const params = DeploymentParams
const example = { params: { deploymentId: 1042 } }

const conflictRule =
  'Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common ancestor, and nothing is changed.'

export const commitChanges = operation({
  ...onRepository,
  id: 'commitChanges',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/commit',
  summary: 'Put what was written on a personal branch onto its parent, as one commit',
  description:
    `${conflictRule} Write the file as it should be and commit again with \`resolveMergeConflict\`: then the personal branch is right about the files in conflict. With the ` +
    '`parentHash` of the refusal only that conflict is resolved, and a parent that moved on is refused again. Nothing to commit is a success. On a shared branch there is nothing pending; it is pushed to the remote, if there is one, and what the remote refuses is refused. ' +
    `${pushRule} ` +
    'Committing to the deploy branch takes the action SchemaUpdate, and is refused while `deployBranchReadOnly` is on: then neither commits nor uploads change that branch, only merges do.',
  params,
  body: schema('CommitChangesRequest', {
    message: Maybe(Text(10_000)),
    exitDevMode: Maybe(Type.Boolean()),
    resolveMergeConflict: Maybe(Type.Boolean()),
    branchName: maybeBranchName,
    parentHash: Maybe(Text(64, { description: 'Own field: the `parentHash` of the conflict being resolved.' })),
    acknowledgeWidening: AcknowledgeWidening,
    acknowledgeBreaking: AcknowledgeBreaking,
  }),
  returns: schema('CommitChangesResponse', { success: Type.Boolean(), push: maybePush }),
  failures: [
    ...branchFailures,
    ...mergeFailures,
    'parent_moved',
    'parent_branch_missing',
    'deploy_branch_read_only',
    'remote_moved',
    'remote_push_refused',
    ...remoteFailures,
  ],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: { ...example, body: { message: 'Count refunds apart' }, returns: { success: true } },
})

export const pull = operation({
  ...onRepository,
  id: 'pull',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/pull',
  summary: 'Take in what is new: from the remote, and on a personal branch from its parent',
  description:
    `${unnamedBranchRule} Pulling the deploy branch takes the action SchemaUpdate. ${conflictRule} \`buildTriggered\` says whether the branch moved; ` +
    'without a remote a shared branch never does. A branch that has nothing but what the remote gave it, or the commit every data model begins with, goes where the remote goes, also where history was rewritten there; ' +
    'otherwise both sides are merged. A branch that only the remote has becomes a shared branch here. Its files are held to the rules for files; links and submodules are kept and never followed. What the remote let through is taken as reviewed there: `wideningMerges`, `breakingMerges` and `modelCodeEdits` are not asked.',
  params,
  body: schema('PullRequest', { branchName: Type.Optional(Text(255)) }),
  returns: schema('PullResponse', { buildTriggered: Type.Boolean() }),
  failures: [
    'deployment_not_found',
    'branch_not_found',
    'branch_expired',
    'branch_name_invalid',
    'branch_name_taken',
    'branch_limit',
    'merge_conflict',
    'not_own_branch',
    'remote_branch_not_found',
    ...remoteFailures,
    'file_path_invalid',
    'file_path_taken',
    'file_too_large',
    'file_limit',
  ],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: { ...example, body: { branchName: 'main' }, returns: { buildTriggered: true } },
})

const MergeValidation = schema('MergeValidation', {
  valid: Nullable(Type.Boolean({ description: 'Null: it was not compiled, and `message` says why.' })),
  errors: Type.Array(DataModelProblem, { maxItems: 20 }),
  message: Type.Optional(Type.String()),
})
export type MergeValidation = Static<typeof MergeValidation>

const RequireBuild = Maybe(
  Type.Boolean({
    description: 'Own field: refuses a merge into the deploy branch after which the data model does not compile (`build_would_fail`).',
  }),
)

const validationRule =
  'After a merge that changed the deploy branch the data model is compiled, for at most 20 seconds; `validation` has the result. The merge stands, and production keeps its last good build. With `requireBuild` a model that does not compile is refused before anything is changed.'

export const MergeResponse = schema('MergeResponse', {
  merged: Type.Boolean({ description: 'The target now holds everything of the branch.' }),
  branchDeleted: Type.Boolean(),
  validation: Type.Optional(MergeValidation),
  push: maybePush,
})
export type MergeResponse = Static<typeof MergeResponse>

const requireBuildFailures = ['build_would_fail', 'driver_not_installed', 'engine_unavailable'] as const satisfies readonly FailureCode[]

const deployBranchRule =
  'Merging into the deploy branch takes the action SchemaUpdate, and is refused while `deployBranchMergeAllowed` is off. `deployBranchReadOnly` does not stand in its way.'

export const mergeIntoParentBranch = operation({
  ...onRepository,
  id: 'mergeIntoParentBranch',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/merge',
  summary: 'Merge a branch into its parent',
  description:
    `${conflictRule} The parent gets a commit with both histories, or one commit with \`squashCommits\`; a kept branch then takes that commit in, so that nothing is merged twice. ` +
    `The branch is kept unless \`deleteBranch\` is true. ${deployBranchRule} ${validationRule} ${pushRule}`,
  params,
  body: schema('MergeIntoParentBranchRequest', {
    ...branchChoice,
    message: Maybe(Text(10_000)),
    squashCommits: Maybe(Type.Boolean()),
    deleteBranch: Maybe(Type.Boolean()),
    switchToParentBranch: Maybe(Type.Boolean()),
    requireBuild: RequireBuild,
    acknowledgeWidening: AcknowledgeWidening,
    acknowledgeBreaking: AcknowledgeBreaking,
  }),
  returns: MergeResponse,
  failures: [...branchFailures, ...mergeFailures, ...requireBuildFailures, 'parent_branch_missing'],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: { ...example, body: { branchName: 'revenue-rework' }, returns: { merged: true, branchDeleted: false } },
})

export const mergeToDefaultBranch = operation({
  ...onRepository,
  id: 'mergeToDefaultBranch',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/merge-to-default',
  summary: 'Merge a branch straight into the deploy branch',
  description: `${conflictRule} The branch is kept unless \`removeBranchAfterMerge\` is true. ${deployBranchRule} ${validationRule} ${pushRule}`,
  params,
  body: schema('MergeToDefaultBranchRequest', {
    ...branchChoice,
    message: Type.Optional(Text(10_000, { description: 'Older clients leave it out; then it names the branch.' })),
    removeBranchAfterMerge: Maybe(Type.Boolean()),
    requireBuild: RequireBuild,
    acknowledgeWidening: AcknowledgeWidening,
    acknowledgeBreaking: AcknowledgeBreaking,
  }),
  returns: MergeResponse,
  failures: [...branchFailures, ...mergeFailures, ...requireBuildFailures, 'merge_into_itself'],
  action: 'SchemaUpdate',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: {
    ...example,
    body: { branchName: 'revenue-rework', message: 'Revenue, reworked' },
    returns: { merged: true, branchDeleted: false },
  },
})
