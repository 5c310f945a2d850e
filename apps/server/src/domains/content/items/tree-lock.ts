import { type Db, sql } from '#db'
import type { WorkspaceAccess } from './workspace-access.ts'

type Place = Pick<WorkspaceAccess, 'tenantId' | 'deploymentId' | 'embedTenantId'>

const keyOf = ({ tenantId, deploymentId, embedTenantId }: Place) =>
  sql`hashtextextended('content tree ' || ${deploymentId}::text || ' ' || ${embedTenantId}::text, ${tenantId}::bigint)`

/** For whoever changes the tree of a workspace: moves, and folders made or deleted. Nobody else writes there until the transaction ends. */
export const lockTree = (db: Db, workspace: Place) => sql`select pg_advisory_xact_lock(${keyOf(workspace)})`.execute(db)

/** For whoever writes what hangs in the tree: it stays as it is until the transaction ends. Taken before access is checked. */
export const holdTree = (db: Db, workspace: Place) => sql`select pg_advisory_xact_lock_shared(${keyOf(workspace)})`.execute(db)
