// Generated from packages/contract by pnpm generate. Do not edit.

import type { BranchPush, ContentMemberUsedIn, DiffFormat, PageInfo, ResourceOwner } from './shared.ts'

export type BranchDiffResponse = {
  branchName: string
  /** The commit at the head of the branch. */
  lastHash: string
  baseBranch: string
  /** The commit both branches come from; what the base did since is no part of the answer. */
  baseHash: string
  /** Somebody sees more by this, or that cannot be told, and `wideningMerges` wants it acknowledged when it reaches the base. */
  needsAcknowledgement: boolean
  files: ModelFileChange[]
  /** The worst first. */
  changes: ModelChange[]
  /** Who sees more or less, over all changes. */
  visibility: ModelVisibility[]
  /** What of the newer model could not be read, changed or not. */
  opaque: OpaquePlace[]
  summary: BranchDiffSummary
  content: BrokenContent
}

export type BranchDiffSummary = { breaking: number; widening: number; narrowing: number; opaque: number; compatible: number }

export type BranchResponse = {
  id: number
  name: string
  parentBranch?: string | null
  /** The commit at its head. */
  lastHash?: string | null
  isStagingEnvironmentEnabled?: boolean | null
  /** Own field. */
  kind: 'deploy' | 'shared' | 'dev'
  expiresAt?: string | null
}

export type BranchesListResponse = {
  items: BranchResponse[]
  /** The same as `items`, for older clients. */
  data: BranchResponse[]
  pageInfo?: PageInfo | null
}

/** Reports and dashboards that fail where the base gets this change. */
export type BrokenContent = {
  /** The first 100 that the caller may see, those that customers see first. */
  items: BrokenItem[]
  /** All that break, also those that the caller may not see and those of embed tenants; counted up to 10000. */
  total: number
  /** Those of them that customers see. */
  shownToCustomers: number
  /** More break than are listed: because there are more, or because they are not for the caller to see. */
  hasMore: boolean
  /**
   * A changed file could not be read, or more names break than are looked for: more content may break, or some of this may
   * be whole.
   */
  isUncertain: boolean
  /** `breakingMerges` wants it acknowledged when it reaches the base. */
  needsAcknowledgement: boolean
  /** Members that are only called otherwise now, the first 1000: as `repairContent` takes them once they are served. */
  renames: RenamedMember[]
}

/** `DASHBOARD` is what is published of a workbook, `WORKBOOK` its draft and its calculated fields. */
export type BrokenItem = {
  type: BrokenItemType
  /** Of the report or of the workbook. */
  id: number
  /** Of the report or of the published dashboard. */
  publicId?: string | null
  name: string
  owner: ResourceOwner
  /** It may be embedded, or is shared with embed users. */
  isShownToCustomers: boolean
  /** The first 20. */
  uses: BrokenUse[]
}

export type BrokenItemType = 'REPORT' | 'DASHBOARD' | 'WORKBOOK'

/**
 * One name in one place of an item. `retyped` is a member of another type: its filters and time ranges do not fit it any
 * more, while other uses of it stay whole.
 */
export type BrokenUse = {
  /** As the content has it, such as `orders.total`. */
  member: string
  reason: MemberBreak
  /** What the same member is called now. */
  renamedTo?: string | null
  usedIn: ContentMemberUsedIn
  /** Id of a widget, or name of a calculated field; null: the item itself. */
  part: string | null
  /** Read out of a text: it may be something else. */
  byText: boolean
}

export type CommitChangesRequest = {
  message?: string | null | undefined
  exitDevMode?: boolean | null | undefined
  resolveMergeConflict?: boolean | null | undefined
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | null | undefined
  /** Own field: the `parentHash` of the conflict being resolved. */
  parentHash?: string | null | undefined
  /** Own field: says that whoever sees more by this change is meant to. Asked for when `wideningMerges` is `acknowledge`. */
  acknowledgeWidening?: boolean | null | undefined
  /**
   * Own field: says that the reports and dashboards that this change breaks may break. Asked for when `breakingMerges` is
   * `acknowledge`.
   */
  acknowledgeBreaking?: boolean | null | undefined
}

export type CommitChangesResponse = { success: boolean; push?: BranchPush | null }

export type CreateBranchRequest = {
  name: string
  /** Left out or empty: the branch the credential is on in dev mode. */
  from?: string | null | undefined
  activate?: boolean | null | undefined
  /** What older clients send for `activate`. */
  enterDevMode?: boolean | null | undefined
  /** Own field: the branch is removed after this time. It lives on when left out. */
  expiresInSeconds?: number | null | undefined
}

export type DataModelFileContent = {
  /** Inside the repository, with or without a leading slash. */
  path: string
  content: string
  /** Own field: how `content` is written; utf8 when left out. */
  encoding?: ('utf8' | 'base64') | null | undefined
}

export type DataModelFilePath = {
  /** Inside the repository, with or without a leading slash. */
  path: string
}

export type DataModelFileRename = {
  /** Inside the repository, with or without a leading slash. */
  path: string
  /** Inside the repository, with or without a leading slash. */
  newPath: string
}

export type DataModelProblem = {
  /** From the root of the repository. Left out where it belongs to no file. */
  fileName?: string
  /** Own field. */
  line?: number
  message: string
}

export type DataModelWriteResponse = { success: boolean }

export type DevBranchResponse = {
  /** Whether the credential is on a personal dev-mode branch after the call. */
  active: boolean
  branchName?: string | null
  parentBranch?: string | null
}

export type MemberBreak = 'removed' | 'renamed' | 'hidden' | 'retyped'

export type MergeIntoParentBranchRequest = {
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | undefined
  branchId?: number | undefined
  message?: string | null | undefined
  squashCommits?: boolean | null | undefined
  deleteBranch?: boolean | null | undefined
  switchToParentBranch?: boolean | null | undefined
  /** Own field: refuses a merge into the deploy branch after which the data model does not compile (`build_would_fail`). */
  requireBuild?: boolean | null | undefined
  /** Own field: says that whoever sees more by this change is meant to. Asked for when `wideningMerges` is `acknowledge`. */
  acknowledgeWidening?: boolean | null | undefined
  /**
   * Own field: says that the reports and dashboards that this change breaks may break. Asked for when `breakingMerges` is
   * `acknowledge`.
   */
  acknowledgeBreaking?: boolean | null | undefined
}

export type MergeResponse = {
  /** The target now holds everything of the branch. */
  merged: boolean
  branchDeleted: boolean
  validation?: MergeValidation
  push?: BranchPush | null
}

export type MergeToDefaultBranchRequest = {
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | undefined
  branchId?: number | undefined
  /** Older clients leave it out; then it names the branch. */
  message?: string | undefined
  removeBranchAfterMerge?: boolean | null | undefined
  /** Own field: refuses a merge into the deploy branch after which the data model does not compile (`build_would_fail`). */
  requireBuild?: boolean | null | undefined
  /** Own field: says that whoever sees more by this change is meant to. Asked for when `wideningMerges` is `acknowledge`. */
  acknowledgeWidening?: boolean | null | undefined
  /**
   * Own field: says that the reports and dashboards that this change breaks may break. Asked for when `breakingMerges` is
   * `acknowledge`.
   */
  acknowledgeBreaking?: boolean | null | undefined
}

export type MergeValidation = {
  /** Null: it was not compiled, and `message` says why. */
  valid: boolean | null
  errors: DataModelProblem[]
  message?: string
}

export type ModelChange = {
  /** The rule that found it, such as `member-removed`. Stable over releases. */
  id: string
  kind: ModelChangeKind
  subject: ModelSubject
  /** The worst first. A change can break queries and widen access at once. */
  effects: ModelEffect[]
  /** True where widening could not be ruled out, rather than being shown. */
  isAssumed: boolean
  before?: string
  after?: string
  file: string
  line: number
  message: string
  visibility: ModelVisibility[]
}

export type ModelChangeKind = 'added' | 'removed' | 'changed' | 'renamed'

export type ModelEffect = 'breaking' | 'widening' | 'narrowing' | 'opaque' | 'compatible'

export type ModelFileChange = {
  path: string
  previousPath?: string | null
  status: ModelFileStatus
  additions?: number | null
  deletions?: number | null
}

export type ModelFileStatus = 'added' | 'removed' | 'changed' | 'renamed'

export type ModelSubject = {
  /** The cube or view; for what could not be read, the file. */
  cube: string
  member?: string
  /** The property that changed, such as `sql` or `access_policy`. */
  part?: string
}

export type ModelVisibility = {
  /**
   * `everyone`, or `group:x`, with `when …` for a policy that stands under conditions. `embed sessions`, or `embed sessions
   * in group:x`, where the first policy of a cube or view lets them in, or the last one goes.
   */
  who: string
  /** Members they see now, as `cube.member`. */
  gains: string[]
  loses: string[]
  rows?: ModelVisibilityRows
}

export type ModelVisibilityRows = 'more' | 'fewer' | 'changed'

export type OpaquePlace = {
  file: string
  line: number
  /** Why it could not be read, as a sentence. */
  reason: string
}

export type PullRequest = { branchName?: string | undefined }

export type PullResponse = { buildTriggered: boolean }

export type RemoveDataModelFilesInput = {
  files: DataModelFilePath[]
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | undefined
  branchId?: number | undefined
}

export type RenameDataModelFilesInput = {
  files: DataModelFileRename[]
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | undefined
  branchId?: number | undefined
}

export type RenamedMember = { from: string; to: string }

export type SetBranchStagingEnvironmentRequest = {
  enabled: boolean
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | null | undefined
  branchId?: number | null | undefined
}

export type SetBranchStagingEnvironmentResponse = { data: BranchResponse }

export type SourceTreeResponse = {
  /** The same as `data`. Left out with `withContent`, which would send every file twice. */
  items?: Record<string, unknown>[] | null
  data: Record<string, unknown>[]
}

export type StartDevModeRequest = {
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | null | undefined
  /** Own field: a new personal branch for this run alone, which no other call is pointed at. */
  fresh?: boolean | null | undefined
  /** Own field: the branch is removed after this time. It lives on when left out. */
  expiresInSeconds?: number | null | undefined
}

export type UpdateDataModelFilesInput = {
  files: DataModelFileContent[]
  /** Left out or empty: the branch the credential is on in dev mode. */
  branchName?: string | undefined
  branchId?: number | undefined
}

export type ValidateDataModelResponse = {
  /** The branch that was looked at. */
  branchName: string
  valid: boolean
  errors: DataModelProblem[]
  cubesCount: number
  /** Own field. */
  viewsCount: number
  /** Own field: what compiles and yet does not work as written, and the dev-mode branch that was not checked. */
  warnings: DataModelProblem[]
  /** Own field: the commit that was compiled. */
  lastHash: string
}

export type CommitChangesCall = {
  params: { deploymentId: number }
  body: CommitChangesRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type CreateBranchCall = {
  params: { deploymentId: number }
  body: CreateBranchRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteBranchQuery = { branchName: string; removeOnUpstream?: boolean | undefined }

export type DeleteBranchCall = { params: { deploymentId: number }; query: DeleteBranchQuery }

export type DiffBranchQuery = { base?: string | undefined; format?: DiffFormat | undefined }

export type DiffBranchCall = { params: { deploymentId: number; branchName: string }; query?: DiffBranchQuery | undefined }

export type ListBranchesQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListBranchesCall = { params: { deploymentId: number }; query?: ListBranchesQuery | undefined }

export type ListFilesQuery = { withContent?: boolean | undefined; branchName?: string | undefined; showLastCLIUpload?: boolean | undefined }

export type ListFilesCall = { params: { deploymentId: number }; query?: ListFilesQuery | undefined }

export type MergeIntoParentBranchCall = {
  params: { deploymentId: number }
  body: MergeIntoParentBranchRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type MergeToDefaultBranchCall = {
  params: { deploymentId: number }
  body: MergeToDefaultBranchRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type PullCall = {
  params: { deploymentId: number }
  body: PullRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type RemoveFilesCall = { params: { deploymentId: number }; body: RemoveDataModelFilesInput }

export type RenameFilesCall = {
  params: { deploymentId: number }
  body: RenameDataModelFilesInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type SetBranchStagingEnvironmentCall = { params: { deploymentId: number }; body: SetBranchStagingEnvironmentRequest }

export type StartDevModeCall = {
  params: { deploymentId: number }
  body: StartDevModeRequest
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type StopDevModeCall = { params: { deploymentId: number } }

export type UpdateFilesCall = { params: { deploymentId: number }; body: UpdateDataModelFilesInput }

export type ValidateDataModelQuery = { branchName?: string | undefined; devMode?: boolean | undefined }

export type ValidateDataModelCall = { params: { deploymentId: number }; query?: ValidateDataModelQuery | undefined }
