// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { cancelDbtSync } from '../syncs/cancel-dbt-sync.ts'
import { deleteDbtIntegration } from '../integration/delete-dbt-integration.ts'
import { getDbtIntegration } from '../integration/get-dbt-integration.ts'
import { getDbtSyncDiff } from '../syncs/get-dbt-sync-diff.ts'
import { getDbtSyncLog } from '../syncs/get-dbt-sync-log.ts'
import { getDbtSyncReport } from '../syncs/get-dbt-sync-report.ts'
import { getDbtSyncResult } from '../syncs/get-dbt-sync-result.ts'
import { getDbtSyncStatus } from '../syncs/get-dbt-sync-status.ts'
import { listDbtSyncs } from '../syncs/list-dbt-syncs.ts'
import { previewDbtSync } from '../syncs/preview-dbt-sync.ts'
import { receiveDbtPushNotice } from '../webhook/receive-dbt-push-notice.ts'
import { rotateDbtSshKey } from '../integration/rotate-dbt-ssh-key.ts'
import { rotateDbtWebhookSecret } from '../integration/rotate-dbt-webhook-secret.ts'
import { setDbtIntegration } from '../integration/set-dbt-integration.ts'
import { startDbtSync } from '../syncs/start-dbt-sync.ts'
import { testDbtConnection } from '../integration/test-dbt-connection.ts'
import { uploadDbtManifest } from '../manifests/upload-dbt-manifest.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  cancelDbtSync,
  deleteDbtIntegration,
  getDbtIntegration,
  getDbtSyncDiff,
  getDbtSyncLog,
  getDbtSyncReport,
  getDbtSyncResult,
  getDbtSyncStatus,
  listDbtSyncs,
  previewDbtSync,
  receiveDbtPushNotice,
  rotateDbtSshKey,
  rotateDbtWebhookSecret,
  setDbtIntegration,
  startDbtSync,
  testDbtConnection,
  uploadDbtManifest,
} satisfies Partial<Handlers>
