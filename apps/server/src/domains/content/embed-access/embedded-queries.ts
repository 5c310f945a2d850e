import type { DeploymentsAccess } from '#access'
import { type Db, sql } from '#db'
import { consoleOrganisation, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'

export const dashboardNotFound = (publicId: string): Failure =>
  new Failure(
    'dashboard_not_found',
    `No published dashboard "${publicId}" was found. Ask for it by the publicId that publishing answered with.`,
  )

/** A published dashboard in a deployment that the caller reaches, without what it shows. */
export const getEmbedded = async (db: Db, { tenantId, deploymentIds }: DeploymentsAccess, publicId: string) => {
  const found = await db
    .selectFrom('dashboards as d')
    .innerJoin('content_workbooks as w', (join) => join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.id', '=', 'd.workbook_id'))
    .innerJoin('dashboard_versions as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.dashboard_id', '=', 'd.id').onRef('v.number', '=', 'd.version_number'),
    )
    .select(['d.id', 'd.public_id', 'd.deployment_id', 'd.workbook_id', 'd.allow_embed', 'w.embed_tenant_id'])
    .select(sql<number>`octet_length(v.config::text) + octet_length(v.snapshots::text)`.as('bytes'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.public_id', '=', publicId)
    .where('d.status', '=', 'published')
    .$if(deploymentIds !== null, (query) => query.where(sql<boolean>`d.deployment_id = any(${deploymentIds}::bigint[])`))
    .executeTakeFirst()
  if (!found) throw dashboardNotFound(publicId)
  return found
}
export type EmbeddedRow = Awaited<ReturnType<typeof getEmbedded>>

/** Whether the dashboard alone was granted to the caller, to a group of theirs or to the organisation that they are of. */
export const isGrantedAlone = async (db: Db, { tenantId, identity }: WorkspaceAccess, dashboardId: number): Promise<boolean> => {
  const { granteeIds, organisationId } = identity
  const found = await db
    .selectFrom('dashboard_grants')
    .select('dashboard_id')
    .where('tenant_id', '=', tenantId)
    .where('dashboard_id', '=', dashboardId)
    .where('grantee_id', 'in', organisationId === null ? granteeIds : [...granteeIds, consoleOrganisation])
    .executeTakeFirst()
  return found !== undefined
}
