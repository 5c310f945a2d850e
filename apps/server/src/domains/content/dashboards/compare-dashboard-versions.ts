import type { compareDashboardVersions as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import type { ItemAccess } from '#domains/content/items'
import { reportsShown } from './chart-reports.ts'
import { compareStates } from './comparison-rules.ts'
import { getDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { readSnapshots } from './snapshot-queries.ts'
import type { DashboardState } from './snapshot-rules.ts'
import { getVersion } from './version-queries.ts'

/** What would be published now: the draft, or nothing, with the reports as they are. */
const draftState = async (db: Db, access: ItemAccess<'workbook'>): Promise<DashboardState> => {
  const { draft, calculatedFields } = await getDraft(db, access)
  const config = draft ?? {}
  const snapshots = await readSnapshots(db, access, reportsShown(config), calculatedFields)
  return { title: config.title ?? null, description: config.description ?? null, config, snapshots }
}

export const compareDashboardVersions: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const access = await requireEditedWorkbook(context, params)
  const from = await getVersion(db, access, query.from)
  const to = query.to === undefined ? await draftState(db, access) : await getVersion(db, access, query.to)
  return { from: query.from, to: query.to ?? null, ...compareStates(from, to) }
}
