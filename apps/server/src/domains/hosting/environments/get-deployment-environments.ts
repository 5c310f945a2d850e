import { type Environment, type getDeploymentEnvironments as contract, offsetCap } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { deploymentUrlOf } from '#domains/hosting/deployments'
import { keysetPage, offsetOf, pageLimit } from '#kernel/paging'
import { countEnvironments, type EnvironmentRow, getServed, listEnvironmentsAfter, listEnvironmentsAt } from './environment-queries.ts'

export const getDeploymentEnvironments: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db, origin } = context
  const access = await requireDeployment(context, params.deploymentId)
  const type = query.type ?? null
  const offset = offsetOf(query)
  const served = await getServed(db, access)
  const url = `${deploymentUrlOf(served, origin)}/cubejs-api/v1`
  const view = (row: EnvironmentRow): Environment => ({
    id: String(row.id),
    type: row.type as Environment['type'],
    branch: row.type === 'production' ? served.deploy_branch_name : null,
    user: null,
    api_credentials: row.type === 'production' ? [{ type: 'rest', version: 1, url }] : [],
  })

  const total = await countEnvironments(db, access, type, offsetCap)
  if (offset) {
    const items = (await listEnvironmentsAt(db, access, type, offset.offset, offset.limit)).map(view)
    return { items, data: items, pageInfo: null, pagination: { total, ...offset } }
  }
  const order = { list: 'getDeploymentEnvironments', shape: ['number'], sortKey: (row: EnvironmentRow) => [row.id] } as const
  const page = await keysetPage(query, order, (after, limit) => listEnvironmentsAfter(db, access, type, after?.[0] ?? null, limit), view)
  return { ...page, pagination: { total, offset: 0, limit: pageLimit(query) } }
}
