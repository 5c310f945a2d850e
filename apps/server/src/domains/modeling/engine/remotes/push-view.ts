import type { BranchPush } from '@facet/contract'
import type { PushRow } from './push-queries.ts'

export const pushView = (row: PushRow): BranchPush => ({
  branchName: row.name,
  state: row.state as BranchPush['state'],
  lastHash: row.last_hash,
  attempts: row.attempts,
  cause: row.cause,
  message: row.message,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  pushedAt: row.pushed_at?.toISOString() ?? null,
})
