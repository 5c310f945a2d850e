import { defineEvent } from '#kernel/event'

/** A sync that a push started put a commit on a review branch: those whom the integration names are to be told. */
export const dbtReviewReady = defineEvent<{ deploymentId: number; syncId: number; branchName: string; commitHash: string }>(
  'dbt_review.ready',
  ({ syncId }) => `dbt_sync ${syncId}`,
  { isKept: true },
)
