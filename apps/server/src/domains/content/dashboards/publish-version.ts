import type { Db } from '#db'
import { changeItem, type ItemAccess } from '#domains/content/items'
import { type DashboardRow, findDashboard, insertDashboard, insertVersion, setAllowEmbed } from './dashboard-queries.ts'
import { nextIds } from './snapshot-queries.ts'
import { type DashboardState, isSameState } from './snapshot-rules.ts'

export type Published = { dashboard: DashboardRow; did: 'published' | 'updated' | 'unchanged' }

/**
 * The one place that makes a version: of what is to be shown from now on, unless that is shown already. The caller holds the workbook's
 * row. `allowEmbed` null leaves it as it is; `publicId` is what a dashboard that is made now is called.
 */
export const publishVersion = async (
  db: Db,
  access: ItemAccess<'workbook'>,
  wanted: DashboardState,
  allowEmbed: boolean | null,
  publicId?: string,
): Promise<Published> => {
  const before = await findDashboard(db, access)
  // As the database gives it back.
  const config = JSON.parse(JSON.stringify(wanted.config)) as DashboardState['config']
  const isNew = !before || !isSameState(before, { ...wanted, config })
  const dashboardId = before?.id ?? (await insertDashboard(db, access, allowEmbed ?? false, publicId))
  const isAllowedAnew = before !== undefined && allowEmbed !== null && allowEmbed !== before.allow_embed
  if (isAllowedAnew) await setAllowEmbed(db, access, dashboardId, allowEmbed)
  if (isNew) {
    const ids = await nextIds(db, wanted.snapshots.length)
    const snapshots = wanted.snapshots.map((snapshot, index) => ({ ...snapshot, id: ids[index] ?? 0 }))
    await insertVersion(db, access, dashboardId, { ...wanted, config, snapshots })
    await changeItem(db, access)
  }
  const dashboard = await findDashboard(db, access)
  if (!dashboard) throw new Error(`The dashboard of workbook ${access.itemId} has no version after it was published.`)
  const changed = isAllowedAnew ? 'updated' : 'unchanged'
  return { dashboard, did: isNew ? 'published' : changed }
}
