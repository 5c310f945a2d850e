import type { DeploymentAccess } from '#access'
import type { Db } from '#db'

type Wanted = { source: 'production' | 'dev' | null; pod: string | null; container: string; limit: number }

/** Newest first. Development has one process and no containers to tell apart. */
export const listNewestLines = (db: Db, { tenantId, deploymentId }: DeploymentAccess, wanted: Wanted) =>
  db
    .selectFrom('engine_logs')
    .select(['pod', 'logged_at', 'message'])
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where((where) => {
      const isDev = where('source', '=', 'dev')
      const isProduction = where.and([
        where('source', '=', 'production'),
        where('container', '=', wanted.container),
        ...(wanted.pod === null ? [] : [where('pod', '=', wanted.pod)]),
      ])
      if (wanted.source === 'dev') return isDev
      return wanted.source === 'production' ? isProduction : where.or([isDev, isProduction])
    })
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
