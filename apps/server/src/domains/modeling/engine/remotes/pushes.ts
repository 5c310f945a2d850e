import type { BranchPush } from '@facet/contract'
import type { RepositoryId } from '../repositories/index.ts'

/**
 * How a push stands; `gone` where nothing is to be pushed there any more, `deleted` where the branch itself is gone, `unknown` where it is left
 * to a later attempt.
 */
export type PushOutcome = BranchPush | 'gone' | 'deleted' | 'unknown'

/** Brings branches to their git remotes, after what changed them was committed. */
export type Pushes = {
  push: (repositoryId: RepositoryId, branch: { id: number; name: string }) => Promise<PushOutcome>
  /** Ends what this node is pushing by a connection, or of a branch, that is no more. */
  abandon: (ended: { connectionId: number } | { branchId: number }) => void
}

/** How many pushes wait for their remotes in the whole installation, and how many were given up; as of the last look. */
export type PushBacklog = { refresh: () => Promise<void>; pending: () => number; failed: () => number }
