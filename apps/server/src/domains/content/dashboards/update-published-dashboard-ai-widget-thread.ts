import { isDeepStrictEqual } from 'node:util'
import type { DashboardConfig, updatePublishedDashboardAiWidgetThread as contract } from '@facet/contract'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { dashboardNotPublished } from './dashboard-failures.ts'
import { findDashboard } from './dashboard-queries.ts'
import { dashboardView } from './dashboard-view.ts'
import { lockDraft, saveDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { saveCurrentConfig } from './version-queries.ts'

type Thread = { widgetId: string; threadId: string; checksum: string | null }

const isTied = ({ id, type }: { id: string; type: string }, { widgetId }: Thread): boolean => type === 'AI' && id === widgetId

/** The configuration with the thread in its AI widget; as it was where it has no such widget. */
const tiedTo = (config: DashboardConfig, thread: Thread): DashboardConfig => {
  if (!config.widgets?.some((widget) => isTied(widget, thread))) return config
  const { threadId, checksum } = thread
  const widgets = config.widgets.map((widget) => {
    if (!isTied(widget, thread)) return widget
    const { checksum: _cleared, ...kept } = widget.config ?? {}
    return { ...widget, config: { ...kept, threadId, ...(checksum === null ? {} : { checksum }) } }
  })
  return { ...config, widgets }
}

export const updatePublishedDashboardAiWidgetThread: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEditedWorkbook(context, params)
  const { draft } = await lockDraft(db, access)
  const dashboard = await findDashboard(db, access)
  if (!dashboard) throw dashboardNotPublished(access.itemId)
  const thread = { ...body, checksum: body.checksum ?? null }
  if (!dashboard.config.widgets?.some((widget) => isTied(widget, thread)))
    throw new Failure(
      'widget_not_found',
      `The published dashboard of workbook ${access.itemId} has no AI widget "${body.widgetId}". Publish it with one first.`,
    )
  const config = tiedTo(dashboard.config, thread)
  const nextDraft = draft && tiedTo(draft, thread)
  const isChanged = !isDeepStrictEqual(config, dashboard.config)
  if (isChanged) await saveCurrentConfig(db, access, dashboard, config)
  if (!isDeepStrictEqual(nextDraft, draft)) await saveDraft(db, access, nextDraft)
  return audited(dashboardView({ ...dashboard, config }, access), [
    { kind: 'dashboard', id: dashboard.id, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'workbook', id: access.itemId },
    { kind: 'deployment', id: access.deploymentId },
  ])
}
