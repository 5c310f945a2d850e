import { randomBytes } from 'node:crypto'
import type { Db } from '#db'
import type { SecretAads } from '#engine/modeling'
import type { KeyRing } from '#secrets'
import { findIntegrationRow, type OfDeployment } from './integration-queries.ts'

/** What each secret of an integration is sealed to: it opens nowhere else. */
export const integrationAads = ({ deploymentId }: Pick<OfDeployment, 'deploymentId'>): SecretAads & { webhookSecret: string } => ({
  token: `dbt token ${deploymentId}`,
  sshKey: `dbt ssh key ${deploymentId}`,
  webhookSecret: `dbt webhook secret ${deploymentId}`,
})

/** For whoever signs push notices; 256 bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** What push notices of this deployment's dbt repository are signed with; null where there is no integration. */
export const findWebhookSecret = async (db: Db, keyRing: KeyRing, of: OfDeployment): Promise<string | null> => {
  const row = await findIntegrationRow(db, of)
  return row && keyRing.open(db, of.tenantId, integrationAads(of).webhookSecret, row.webhook_secret_sealed)
}
