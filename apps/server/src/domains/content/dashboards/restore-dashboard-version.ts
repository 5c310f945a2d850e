import { isDeepStrictEqual } from 'node:util'
import type { restoreDashboardVersion as contract } from '@facet/contract'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { chartsOf, reportsShown } from './chart-reports.ts'
import { findDashboard } from './dashboard-queries.ts'
import { lockDraft, saveDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { findReportsOfWorkbook } from './snapshot-queries.ts'
import { getVersion } from './version-queries.ts'

export const restoreDashboardVersion: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const access = await requireEditedWorkbook(context, params)
  const { draft: before } = await lockDraft(db, access)
  const { config } = await getVersion(context, access, params.versionNumber)
  const isChanged = !isDeepStrictEqual(config, before)
  if (isChanged) await saveDraft(db, access, config)
  const published = await findDashboard(db, access)
  const there = new Set(await findReportsOfWorkbook(db, access, reportsShown(config)))
  const missingReports = chartsOf(config).flatMap(({ widgetId, reportId }) =>
    reportId === null || there.has(reportId) ? [] : [{ widgetId, reportId }],
  )
  return audited({ dashboardDraft: config, dashboardPublished: published?.config ?? null, missingReports }, [
    { kind: 'workbook', id: access.itemId, did: isChanged ? 'restored' : 'unchanged' },
    { kind: 'dashboard_version', id: params.versionNumber },
    { kind: 'deployment', id: access.deploymentId },
  ])
}
