import type { listDeploymentVersions as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { pageOfList } from '#kernel/paging'
import { getCurrentVersion, listVersions } from './version-queries.ts'
import { offeredBy, placeOf } from './version-rules.ts'

export const listDeploymentVersions: Handler<typeof contract> = async ({ params, query }, context) => {
  const { config, db } = context
  const access = await requireDeployment(context, params.deploymentId)
  const versions = await listVersions(db, access, offeredBy(config), await getCurrentVersion(db, access))
  return pageOfList(query, 'listDeploymentVersions', versions, placeOf)
}
