import { type getDeploymentEnvironmentTokens as contract, offsetCap } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { requireEnvironment } from '#domains/hosting/environments'
import { keysetPage, offsetOf, pageLimit } from '#kernel/paging'
import { countTokens, type DataTokenRow, listTokensAfter, listTokensAt, openDataToken } from './data-token-queries.ts'

export const getDeploymentEnvironmentTokens: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  const { id } = await requireEnvironment(db, access, params.environmentId)
  const offset = offsetOf(query)
  const opened = async (rows: DataTokenRow[]) => {
    const tokens = []
    for (const row of rows) tokens.push(await openDataToken(db, keyRing, access, row))
    return tokens
  }

  const total = await countTokens(db, access, id, offsetCap)
  if (offset) {
    const items = await opened(await listTokensAt(db, access, id, offset.offset, offset.limit))
    return { items, data: items, pageInfo: null, pagination: { total, ...offset } }
  }
  const order = { list: 'getDeploymentEnvironmentTokens', shape: ['number'], sortKey: (row: DataTokenRow) => [row.id] } as const
  const page = await keysetPage(
    query,
    order,
    (after, limit) => listTokensAfter(db, access, id, after?.[0] ?? null, limit),
    (row) => row,
  )
  const items = await opened(page.items)
  return { items, data: items, pageInfo: page.pageInfo, pagination: { total, offset: 0, limit: pageLimit(query) } }
}
