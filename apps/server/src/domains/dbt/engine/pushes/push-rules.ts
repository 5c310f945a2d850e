import type { DbtPushNoticeResponse } from '@facet/contract'
import { isBranchName, type PushNotice, type RefUpdate } from '#adapters/git'
import { Failure } from '#kernel/failure'

/** A push to the branch that is synced. `before` is null where the branch is new, or the sender does not tell. */
export type Push = { branch: string; before: string | null; after: string }

export type IgnoredPush = { reason: NonNullable<DbtPushNoticeResponse['reason']>; message: string }
export type JudgedPush = { push: Push } | { ignored: IgnoredPush }

const heads = 'refs/heads/'
const commitForm = /^([0-9a-f]{40}|[0-9a-f]{64})$/

const ignored = (reason: IgnoredPush['reason'], message: string): JudgedPush => ({ ignored: { reason, message } })

const noCommit = (): Failure =>
  new Failure(
    'dbt_push_notice_invalid',
    'The notice does not say which commit was pushed. Send its full SHA as `after`, as in {"ref": "refs/heads/main", "after": "…"}.',
  )

/** Those of the branch that is synced; of any branch, where nobody knows which one that is. */
const findTracked = (updates: RefUpdate[], tracked: string | null): RefUpdate | undefined =>
  updates.find(({ ref }) => ref === null || (ref.startsWith(heads) && (tracked === null || ref === `${heads}${tracked}`)))

const judgeTracked = ({ before, after, isDeleted, ref }: RefUpdate, tracked: string | null): JudgedPush => {
  const branch = ref?.slice(heads.length) ?? tracked ?? 'HEAD'
  if (isDeleted) return ignored('branch_deleted', `"${branch.slice(0, 200)}" was deleted. Nothing is synced.`)
  if (after === null || !commitForm.test(after) || !isBranchName(branch)) throw noCommit()
  if (before === after) return ignored('unchanged', `"${branch}" is where it was. Nothing is synced.`)
  return { push: { branch, before: before !== null && commitForm.test(before) ? before : null, after } }
}

/**
 * Whether a notice asks for a sync. `branch` is the one that is set; without one the default branch counts, as the notice tells it or as the
 * last clone found it.
 */
export const judgePush = (
  notice: PushNotice | null,
  { branch, defaultBranch }: { branch: string | null; defaultBranch: string | null },
): JudgedPush => {
  if (!notice || notice.updates.length === 0)
    return ignored('not_a_push', 'This is no notice of a push that is understood here. Nothing is synced.')
  const tracked = branch ?? notice.defaultBranch ?? defaultBranch
  const update = findTracked(notice.updates, tracked)
  if (update) return judgeTracked(update, tracked)
  if (notice.updates.every(({ ref }) => ref?.startsWith('refs/tags/')))
    return ignored('tag', 'A tag was pushed. Pushes to the branch of the dbt integration are synced.')
  return ignored('other_branch', `Pushes to "${tracked}" are synced, and this one is to another branch.`)
}
