import type { listBranches as contract } from '@facet/contract'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type BranchRow, getModelSettings, listBranchesAfter } from './branch-queries.ts'
import { mostBranches } from './branch-rules.ts'
import { branchView } from './branch-view.ts'
import { requireVisible } from './choose-branch.ts'
import { look } from './look.ts'

const order = { list: 'listBranches', shape: ['string'] as const, place: (row: BranchRow) => [row.name] }

export const listBranches: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await look(context, params.deploymentId, async (_db, proof) => proof)
  // Founds the repository of a deployment nobody has looked at.
  const state = await context.repositories.read(context, access, async (repository) => repository.state)
  return look(context, params.deploymentId, async (db) => {
    const settings = await getModelSettings(db, access)
    return keysetPage(
      { ...query, first: query.first ?? mostBranches },
      order,
      (after, limit) => listBranchesAfter(db, access, after?.[0] ?? null, limit),
      (row) => branchView(requireVisible(access, row, settings), state),
    )
  })
}
