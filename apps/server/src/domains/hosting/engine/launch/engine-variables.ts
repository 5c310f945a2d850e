import { inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'
import { readVariables } from '../builds/index.ts'
import type { EngineSpec } from '../engines/index.ts'
import type { EngineVariables } from './launch-engine.ts'

/** What a process is started with, read when it starts. */
export const createReadVariables =
  ({ pool, keyRing }: { pool: Pool; keyRing: KeyRing }) =>
  (spec: EngineSpec): Promise<EngineVariables> =>
    inTransaction(pool, spec.tenantId, 'read only', async (db) => {
      const { values } = await readVariables(db, keyRing, spec)
      const { embed_without_policy: embedWithoutPolicy } = await db
        .selectFrom('deployments')
        .select('embed_without_policy')
        .where('tenant_id', '=', spec.tenantId)
        .where('id', '=', spec.deploymentId)
        .executeTakeFirstOrThrow()
      return { values, embedWithoutPolicy: embedWithoutPolicy as EngineVariables['embedWithoutPolicy'] }
    })
