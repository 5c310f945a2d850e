import type { Dashboard, ReportSnapshot } from '@facet/contract'
import { mayOnDeployment } from '#access'
import type { WorkspaceAccess } from '#domains/content/items'
import type { DashboardRow } from './dashboard-queries.ts'
import { formsIn } from './snapshot-forms.ts'
import type { Snapshot } from './snapshot-rules.ts'

const snapshotView = ({ id, calculatedFields, ...snapshot }: Snapshot): ReportSnapshot => ({
  id,
  versionId: id,
  ...snapshot,
  calculatedFields,
  ...formsIn(snapshot.meta),
})

/** A dashboard as this caller sees it. Who published it is not for frames to know; they are not asked for DownloadData either. */
export const dashboardView = (
  row: DashboardRow,
  { caller, deploymentId }: Pick<WorkspaceAccess, 'caller' | 'deploymentId'>,
): Dashboard => ({
  id: row.id,
  publicId: row.public_id,
  deploymentId: row.deployment_id,
  workbookId: row.workbook_id,
  status: row.status as Dashboard['status'],
  allowEmbed: row.allow_embed,
  title: row.title,
  description: row.description,
  config: row.config,
  versionNumber: row.version_number,
  versionId: row.version_id,
  reportSnapshots: row.snapshots.map(snapshotView),
  ...(caller.embed ? {} : { createdBy: row.published_by }),
  restrictDataDownload: !caller.embed && !mayOnDeployment(caller, 'DownloadData', deploymentId),
  useBoardDashboards: null,
})
