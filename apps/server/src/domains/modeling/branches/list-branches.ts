import { maxBranches } from '#engine/modeling'
import type { listBranches as contract } from '@facet/contract'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type BranchRow, getModelSettings, listBranchesAfter } from './branch-queries.ts'
import { branchView } from './branch-view.ts'
import { requireVisible } from './choose-branch.ts'
import { readWithAccess } from './read-with-access.ts'

const order = { list: 'listBranches', shape: ['string'] as const, sortKey: (row: BranchRow) => [row.name] }

export const listBranches: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await readWithAccess(context, params.deploymentId, async (_db, proof) => proof)
  // Initialises the repository of a deployment that was never read.
  const state = await context.repositories.read(context, access, async (repository) => repository.state)
  return readWithAccess(context, params.deploymentId, async (db) => {
    const settings = await getModelSettings(db, access)
    return keysetPage(
      { ...query, first: query.first ?? maxBranches },
      order,
      (after, limit) => listBranchesAfter(db, access, after?.[0] ?? null, limit),
      (row) => branchView(requireVisible(access, row, settings), state),
    )
  })
}
