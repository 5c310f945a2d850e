import type { Db } from '#db'
import type { OfDeployment } from '../integration/index.ts'
import { launchSync } from '../syncs/index.ts'
import { findNotices, findSyncOfHead, joinWaitingSync, keepNotice, type KeptNotice, lockIntegration } from './push-queries.ts'
import type { Push } from './push-rules.ts'

/** `branchName` is the review branch of the run; null where that is not known any more. */
export type AcceptedPush = { status: 'started' | 'coalesced' | 'duplicate'; syncId: number; branchName: string | null }

const author = { name: 'Facet', email: 'facet@localhost' }

/**
 * A commit that is known was told before, or is older than one that was. Only a push that replaces the newest may bring it back: somebody
 * turned the branch back by force, and it is to be synced again.
 */
const isRepeated = ({ before, after }: Push, newest: KeptNotice | undefined): boolean =>
  newest?.after_sha === after || newest?.after_sha !== before

/**
 * Takes a push in, in the transaction of its notice: by a run of its own, or by the one that waits behind the run under way. Either finds the
 * head of the branch when it clones, so a push is in it that came before. Gives nothing where there is no integration any more.
 */
export const acceptPush = async (db: Db, of: OfDeployment, push: Push, requestId: string): Promise<AcceptedPush | null> => {
  if (!(await lockIntegration(db, of))) return null
  const { newest, known } = await findNotices(db, of, push)
  if (known && isRepeated(push, newest)) return { status: 'duplicate', syncId: known.sync_id, branchName: null }
  const take = async (status: AcceptedPush['status'], syncId: number, branchName: string): Promise<AcceptedPush> => {
    await keepNotice(db, of, push, syncId)
    return { status, syncId, branchName }
  }
  // It cloned before the notice came.
  const cloned = await findSyncOfHead(db, of, push.after)
  if (cloned) return take('duplicate', cloned.id, cloned.branch_name)
  const waiting = await joinWaitingSync(db, of, push)
  if (waiting) return take('coalesced', waiting.id, waiting.branch_name)
  const triggerContext = { headSha: push.after, pushedBranch: push.branch }
  const { syncId, branchName } = await launchSync(db, of, { trigger: 'webhook', triggerContext, author, requestId })
  return take('started', syncId, branchName)
}
