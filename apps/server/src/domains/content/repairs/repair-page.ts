import { type PageInfo, repairLimits } from '@facet/contract'
import type { Context } from '#context'
import { findLevels, fittingPage, type Level, levels, type WorkspaceAccess } from '#domains/content/items'
import { findReportSizes } from '#domains/content/reports'
import { findWorkbookSizes } from '#domains/content/workbooks'
import { keysetPage } from '#kernel/paging'
import { type Candidate, findCandidates } from './repair-queries.ts'

export type Repairable = Candidate & { level: Level }

const order = { list: 'repairContent', shape: ['number'], sortKey: ({ id }: Repairable) => [id] } as const

/**
 * Items that use any of these members, with the caller's level on each. A page ends early rather than hold more documents than it has
 * room for; those of what the caller may edit are read, and are held.
 */
export const pageToRepair = async (
  { db, holdBytes }: Pick<Context, 'db' | 'holdBytes'>,
  workspace: WorkspaceAccess,
  members: readonly string[],
  after: string | null,
): Promise<{ items: Repairable[]; pageInfo: PageInfo }> => {
  let hasNextPage = false
  const page = await keysetPage(
    { first: repairLimits.items, after },
    order,
    async (start, limit) => {
      const rows = await findCandidates(db, workspace, members, start?.[0] ?? 0, limit)
      const found = await findLevels(
        db,
        workspace,
        rows.map(({ id }) => id),
      )
      const items = rows.map((row) => ({ ...row, level: found.get(row.id)?.level ?? levels.none }))
      const editable = new Set(items.filter(({ level }) => level >= levels.edit).map(({ id }) => id))
      const { ids, bytes } = await fittingPage(
        items.slice(0, repairLimits.items).map(({ id }) => id),
        async (some) => {
          const read = some.filter((id) => editable.has(id))
          return new Map([...(await findReportSizes(db, workspace, read)), ...(await findWorkbookSizes(db, workspace, read))])
        },
      )
      // As it was, and as it is to be.
      holdBytes(2 * bytes)
      hasNextPage = rows.length > ids.length
      return items.slice(0, ids.length)
    },
    (item) => item,
  )
  return { items: page.items, pageInfo: { ...page.pageInfo, hasNextPage } }
}
