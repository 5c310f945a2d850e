import type { FailureCode } from '../failures.ts'
import { Id, Maybe, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

/** The form git takes for a branch; what it means is checked where it is used, with a message that says what is wrong. */
export const BranchName = Text(255, { description: 'Left out or empty: the branch the credential is on in dev mode.' })

export const branchChoice = {
  branchName: Type.Optional(BranchName),
  branchId: Type.Optional(Id),
}

/** One rule for every call, so that what one of them reads is what the next one changes. */
export const unnamedBranchRule = 'Left out, the branch is the one the credential is on in dev mode, else the deploy branch.'

/** Beside the reference's form: null is as good as leaving the field out. */
export const maybeBranchName = Maybe(BranchName)

export const DataModelWriteResponse = schema('DataModelWriteResponse', { success: Type.Boolean() })

/** Shared by every operation on a repository: anyone who may work on the model may call it, also from CI, and the owner runs it. */
export const onRepository = {
  tag: 'Data Model',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  runsOn: 'owner',
  database: 'steps',
} as const

/** What the hosts of git repositories call a push, each in its own header. */
export const pushEventHeaders = ['x-github-event', 'x-gitlab-event', 'x-event-key', 'x-git-event'] as const

export const branchFailures = [
  'deployment_not_found',
  'branch_not_found',
  'branch_expired',
  'branch_required',
  'not_own_branch',
] as const satisfies readonly FailureCode[]

/** How the names of personal dev-mode branches begin, and of no others: nobody but their owner sees those. */
export const personalBranchPrefix = 'dev-'

export const mergeFailures = [
  'merge_conflict',
  'widening_unacknowledged',
  'breaking_unacknowledged',
  'deploy_branch_merge_off',
  'file_path_taken',
  'file_limit',
] as const satisfies readonly FailureCode[]

export const AcknowledgeWidening = Maybe(
  Type.Boolean({
    description: 'Own field: says that whoever sees more by this change is meant to. Asked for when `wideningMerges` is `acknowledge`.',
  }),
)

export const AcknowledgeBreaking = Maybe(
  Type.Boolean({
    description:
      'Own field: says that the reports and dashboards that this change breaks may break. Asked for when `breakingMerges` is `acknowledge`.',
  }),
)

export const ExpiresInSeconds = Maybe(
  Type.Integer({
    minimum: 60,
    maximum: 31_536_000,
    description: 'Own field: the branch is removed after this time. It lives on when left out.',
  }),
)

/** What became of a push. Own extension: in the answers of what pushes, and of the remote. */
export const BranchPush = schema('BranchPush', {
  branchName: Type.String(),
  state: Type.Unsafe<'pending' | 'pushed' | 'failed'>({
    type: 'string',
    enum: ['pending', 'pushed', 'failed'],
    description:
      '`pending`: not there yet, and tried again by itself; `cause` says what stood in the way the last time. `pushed`: the remote has it. `failed`: not tried any more, until the branch is changed or pushed again; it was given up after about a day, or held back because the database was restored (`database_restored`), or the remote is not connected any more, or the branch was deleted.',
  }),
  lastHash: Maybe(Type.String({ description: 'The commit that was last pushed.' })),
  attempts: Type.Integer({ minimum: 0, description: 'How often the remote failed it since it was asked for.' }),
  cause: Maybe(Type.String({ description: 'The code of the last failure, such as `remote_moved`.' })),
  message: Maybe(Type.String({ description: 'The same in words, with what to do.' })),
  nextAttemptAt: Maybe(Timestamp),
  pushedAt: Maybe(Timestamp),
})
export type BranchPush = Static<typeof BranchPush>

/** Own field: whether the commit is on the git remote, if one is connected. */
export const maybePush = Maybe(BranchPush)

/** What is said of every operation that changes a shared branch. */
export const pushRule =
  'With a git remote connected the branch is then pushed there, which is waited for up to 20 seconds; `push` says what came of it. ' +
  'What was committed stays committed whatever the remote says, and a push that fails is tried again.'

/** How reaching a remote can fail, whoever reaches for it. */
export const remoteFailures = [
  'remote_url_invalid',
  'remote_host_private',
  'remote_unreachable',
  'remote_auth_failed',
  'remote_repository_not_found',
  'remote_host_key_mismatch',
  'remote_content_refused',
  'remote_too_large',
] as const satisfies readonly FailureCode[]

export const RemoteHostKey = schema('RemoteHostKey', {
  type: Type.String({ description: 'ssh-ed25519, ecdsa-sha2-nistp256, …' }),
  fingerprint: Type.String({ description: 'SHA256:…, as ssh shows it. Compare it with what the host publishes.' }),
})
