import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'

// An environment has two while it switches, and few nodes serve one.
const maxListed = 500

/** Processes of nodes that live: what a dead one left is not there any more, though its row may be. */
export const listProcesses = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('engine_processes as p')
    .innerJoin('nodes as n', 'n.id', 'p.node_id')
    .select(['p.name', 'p.status', 'p.restarts'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.deployment_id', '=', deploymentId)
    .where('n.seen_at', '>', sql<Date>`now() - interval '1 minute'`)
    .orderBy('p.name')
    .limit(maxListed)
    .execute()
