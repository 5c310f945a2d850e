import { writeAudit } from '#access'
import { type FunctionCalls, inTransaction, type Pool, sql } from '#db'

/** Takes a custom domain from whichever deployment has it. For the operator: a domain is given to whoever names it first. */
export const releaseDomain = async (
  pool: Pool,
  calls: FunctionCalls,
  domain: string,
): Promise<{ tenantId: number; deploymentId: number }> => {
  const [found] = await calls.call<{ tenant_id: number; deployment_id: number }>('find-domain', 'select * from facet_find_domain($1)', [
    domain,
  ])
  if (!found) throw new Error(`No deployment has the custom domain "${domain}".`)
  const { tenant_id: tenantId, deployment_id: deploymentId } = found
  await inTransaction(pool, tenantId, 'read write', async (db) => {
    await sql`update deployments set custom_domain = null, updated_at = now()
      where tenant_id = ${tenantId} and id = ${deploymentId} and lower(custom_domain) = lower(${domain})`.execute(db)
    await writeAudit(db, {
      tenantId,
      operation: 'facet domains release',
      outcome: 'done',
      actor: 'operator',
      targets: [{ kind: 'deployment', id: deploymentId, did: 'updated' }],
    })
  })
  return { tenantId, deploymentId }
}
