import type { ContentProblem, listContentProblems as contract } from '@facet/contract'
import type { Handler } from '#context'
import { findItemHeads, type ItemHead, levels, requireWorkspace } from '#domains/content/items'
import { findServedBuild } from '#domains/content/members'
import { keysetPage } from '#kernel/paging'
import { listProblems, type ProblemPlace, type ProblemRow } from './problem-queries.ts'

const order = {
  list: 'listContentProblems',
  shape: ['number', 'string', 'string', 'string', 'string'],
  sortKey: (row: ProblemRow) => [row.item_id, row.state, row.used_in, row.part, row.member],
} as const

const problemView = ({ allowEmbed, ...head }: ItemHead, row: ProblemRow): ContentProblem => ({
  ...head,
  state: row.state,
  usedIn: row.used_in,
  part: row.part === '' ? null : row.part,
  member: row.member,
  byText: row.by_text,
  reason: row.has_cube ? 'member_missing' : 'cube_missing',
  isEmbedded: allowEmbed && row.state === 'published',
})

export const listContentProblems: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const buildId = await findServedBuild(db, workspace)
  const found = await keysetPage(
    query,
    order,
    async (after, limit) => {
      if (buildId === null) return []
      const [item_id, state, used_in, part, member] = after ?? []
      const place = { item_id, state, used_in, part, member } as ProblemPlace
      return listProblems(db, workspace, buildId, after && place, limit)
    },
    (row) => row,
  )
  const ids = [...new Set(found.items.map(({ item_id: id }) => id))]
  const heads = await findItemHeads(
    db,
    workspace,
    ids.map((id) => ({ id, level: levels.view })),
  )
  const items = found.items.flatMap((row) => {
    const head = heads.get(row.item_id)
    return head ? [problemView(head, row)] : []
  })
  return { items, data: items, pageInfo: found.pageInfo, buildId }
}
