import { createHash } from 'node:crypto'
import { type ShortTransaction, sql } from '#db'
import { Failure } from '#kernel/failure'
import type { Caller } from './caller.ts'
import type { DeploymentAccess } from './proofs.ts'

/**
 * Access by the token of a deployment's push notices. Whoever sent it is nobody to us and holds nothing; the proof lets the
 * service act on that deployment. A wrong token, and a deployment or remote that is not there, are one and the same to the sender.
 */
export const requireWebhook = async (
  context: { caller: Caller; read: ShortTransaction },
  deploymentId: number,
  token: string,
): Promise<DeploymentAccess> => {
  const { caller } = context
  const { tenantId } = caller
  // Looked up by its hash: how long that takes says nothing about the token.
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await context.read((db) =>
    sql<{ found: boolean }>`select facet_find_webhook(${tenantId}, ${deploymentId}, ${hash}) as found`.execute(db),
  )
  if (!rows[0]?.found)
    throw new Failure(
      'webhook_token_invalid',
      'The token in the address of this push notice is not valid here. Connect the remote with newWebhook: true for a new address.',
    )
  return { tenantId, deploymentId, caller } as DeploymentAccess
}
