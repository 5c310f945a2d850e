import type { Db } from '#db'
import { dbtReviewReady } from '#events/dbt'
import { publish } from '#outbox'
import { findIntegrationRow } from '../integration/index.ts'
import type { SyncId } from './types.ts'

/** In the transaction of the outcome: has those told whom the integration names, if it names any. */
export const askForReview = async (
  db: Db,
  { tenantId, deploymentId, syncId }: SyncId,
  commit: { branchName: string; commitHash: string },
): Promise<void> => {
  const row = await findIntegrationRow(db, { tenantId, deploymentId })
  if (row && row.settings.reviewRecipients.length > 0) await publish(db, { tenantId }, dbtReviewReady, { deploymentId, syncId, ...commit })
}
