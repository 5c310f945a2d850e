import { type getDeployments as contract, offsetCap } from '@facet/contract'
import { requireDeployments } from '#access'
import type { Handler } from '#context'
import { keysetPage, offsetOf, pageLimit } from '#kernel/paging'
import { countDeployments, listDeploymentsAfter, listDeploymentsAt } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

type Row = Awaited<ReturnType<typeof listDeploymentsAt>>[number]

export const getDeployments: Handler<typeof contract> = async ({ query }, context) => {
  const { db, origin } = context
  const access = requireDeployments(context)
  const steps = query.creationStep === undefined ? null : [query.creationStep].flat()
  const offset = offsetOf(query)
  const view = (row: Row) => deploymentView(row, origin)

  const total = await countDeployments(db, access, steps, offsetCap)
  const totals = { count: total, totalCount: total }
  if (offset) {
    const items = (await listDeploymentsAt(db, access, steps, offset.offset, offset.limit)).map(view)
    return { items, data: items, pageInfo: null, pagination: { total, ...offset }, ...totals }
  }
  const order = { list: 'getDeployments', shape: ['number'], sortKey: (row: Row) => [row.id] } as const
  const page = await keysetPage(query, order, (after, limit) => listDeploymentsAfter(db, access, steps, after?.[0] ?? null, limit), view)
  return { ...page, pagination: { total, offset: 0, limit: pageLimit(query) }, ...totals }
}
