import type { ContentRepair, repairContent as contract, UnrepairedContent } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import { findItemHeads, holdTree, levels, requireItem, requireWorkspace, type WorkspaceAccess } from '#domains/content/items'
import { findMissing, findServedBuild } from '#domains/content/members'
import { audited, type Touched } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { repairItem } from './repair-item.ts'
import { pageToRepair } from './repair-page.ts'
import { requireRenames } from './repair-rules.ts'

/** New names that production's model does not have. Where nobody knows what it has, none is missing. */
const requireTargets = async (db: Db, workspace: WorkspaceAccess, targets: readonly string[], isDryRun: boolean): Promise<string[]> => {
  const buildId = await findServedBuild(db, workspace)
  const missing = buildId === null ? [] : await findMissing(db, workspace, buildId, [...new Set(targets)])
  if (!isDryRun && missing.length > 0)
    throw new Failure(
      'member_unknown',
      `The model that production serves has no ${missing.join(', ')}. Check the names, or repeat this when the build with them is served.`,
    )
  return missing
}

export const repairContent: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const isDryRun = body.dryRun === true
  const renames = requireRenames(body.renames)
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const missing = await requireTargets(db, workspace, [...renames.exact.values()], isDryRun)
  const page = await pageToRepair(context, workspace, [...renames.exact.keys()], body.after ?? null)
  const seen = page.items.filter(({ level }) => level > levels.none)
  const heads = await findItemHeads(db, workspace, seen)
  const repaired: ContentRepair[] = []
  const left: UnrepairedContent[] = []
  const touched: Touched<'report' | 'workbook'>[] = []
  for (const { id, kind, level, uses_sql: usesSql } of seen) {
    const named = heads.get(id)
    if (!named || kind === 'folder') continue
    const { allowEmbed: _, ...head } = named
    if (level < levels.edit) {
      left.push({ ...head, reason: 'item_access_denied' })
      continue
    }
    const access = await requireItem(context, workspace, kind, id, levels.edit)
    const { isChanged, ...repair } = await repairItem(db, access, renames, isDryRun)
    if (isChanged) repaired.push({ ...head, ...repair })
    if (isChanged && !isDryRun) touched.push({ kind, id, did: 'updated' })
    if (usesSql) left.push({ ...head, reason: 'sql_is_yours' })
  }
  const deployment = { kind: 'deployment', id: params.deploymentId } as const
  const [first, ...others] = touched
  return audited(
    { isDryRun, repaired, left, missing, pageInfo: page.pageInfo },
    first ? [first, ...others, deployment] : [{ ...deployment, did: 'unchanged' }],
  )
}
