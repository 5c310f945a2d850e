import type { DeploymentsAccess } from '#access'
import type { Db } from '#db'

/** One more than one, so that whoever asks knows whether there are several. */
export const listFirstDeployments = async (db: Db, { tenantId, deploymentIds }: DeploymentsAccess): Promise<number[]> => {
  const rows = await db
    .selectFrom('deployments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .$if(deploymentIds !== null, (query) => query.where('id', 'in', deploymentIds?.length ? [...deploymentIds] : [0]))
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}
