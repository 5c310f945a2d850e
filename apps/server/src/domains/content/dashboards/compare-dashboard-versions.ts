import type { compareDashboardVersions as contract } from '@facet/contract'
import type { Context, Handler } from '#context'
import type { ItemAccess } from '#domains/content/items'
import { reportsShown } from './chart-reports.ts'
import { compareStates } from './comparison-rules.ts'
import { getDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { readSnapshots } from './snapshot-queries.ts'
import type { DashboardState } from './snapshot-rules.ts'
import { getVersion } from './version-queries.ts'

/** What would be published now: the draft, or nothing, with the reports as they are. */
const draftState = async (context: Pick<Context, 'db' | 'holdBytes'>, access: ItemAccess<'workbook'>): Promise<DashboardState> => {
  const { draft, calculatedFields } = await getDraft(context.db, access)
  const config = draft ?? {}
  const snapshots = await readSnapshots(context, access, reportsShown(config), calculatedFields)
  return { title: config.title ?? null, description: config.description ?? null, config, snapshots }
}

export const compareDashboardVersions: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireEditedWorkbook(context, params)
  const from = await getVersion(context, access, query.from)
  const to = query.to === undefined ? await draftState(context, access) : await getVersion(context, access, query.to)
  return { from: query.from, to: query.to ?? null, ...compareStates(from, to) }
}
