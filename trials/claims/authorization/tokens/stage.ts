import type { KeyObject } from 'node:crypto'
import { createLog } from '../../../../apps/server/src/adapters/log/index.ts'
import { rotateSigningKey } from '../../../../apps/server/src/access/signing-keys.ts'
import { readConfig } from '../../../../apps/server/src/process/config.ts'
import { inTransaction } from '../../../../apps/server/src/db/index.ts'
import { openServices } from '../../../../apps/server/src/process/services.ts'
import { createEmbedding, type Embedding } from '../../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../../../harness/installation.ts'

/** Two tenants on two processes, and the inside of the service: its key ring, as only it has it. */
export type Stage = {
  installation: Installation
  processes: [FacetProcess, FacetProcess]
  own: Embedding
  other: Embedding
  signingKey: (embedding: Embedding) => Promise<{ kid: string; key: KeyObject }>
  rotate: (embedding: Embedding) => Promise<void>
  close: () => Promise<void>
}

export const createStage = async (): Promise<Stage> => {
  const installation = await createInstallation({ durable: false })
  try {
    return await fill(installation)
  } catch (error) {
    await installation.close()
    throw error
  }
}

const fill = async (installation: Installation): Promise<Stage> => {
  const processes: [FacetProcess, FacetProcess] = [await installation.serve(), await installation.serve()]
  const own = await createEmbedding(installation, processes[0], await installation.createTenant('tokens'))
  const other = await createEmbedding(installation, processes[0], await installation.createTenant('others'))
  const { services, stop } = await openServices(readConfig({ ...installation.env, FACET_LOG_LEVEL: 'fatal' }), createLog('fatal'), ['api'])
  return {
    installation,
    processes,
    own,
    other,
    signingKey: async ({ tenant }) => {
      const keys = await services.signingKeys.find(tenant.tenantId, '')
      if (!keys?.active) throw new Error('The tenant signs nothing yet.')
      return keys.active
    },
    rotate: ({ tenant }) =>
      inTransaction(services.pool, tenant.tenantId, 'read write', (db) => rotateSigningKey(db, services.keyRing, tenant.tenantId)),
    close: async () => {
      own.close()
      other.close()
      await stop()
      await installation.close()
    },
  }
}
