import { randomBytes } from 'node:crypto'
import type { Db } from '#db'
import type { SecretAads } from '#engine/modeling'
import type { KeyRing } from '#secrets'
import type { IntegrationRow, OfDeployment } from './integration-queries.ts'

/** What each secret of an integration is sealed to: it opens nowhere else. */
export const integrationAads = ({ deploymentId }: Pick<OfDeployment, 'deploymentId'>): SecretAads & { webhookSecret: string } => ({
  token: `dbt token ${deploymentId}`,
  sshKey: `dbt ssh key ${deploymentId}`,
  webhookSecret: `dbt webhook secret ${deploymentId}`,
})

/** For whoever signs push notices; 256 bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** What push notices of this deployment's dbt repository are signed with. */
export const openWebhookSecret = (
  db: Db,
  keyRing: KeyRing,
  of: OfDeployment,
  { webhook_secret_sealed: sealed }: Pick<IntegrationRow, 'webhook_secret_sealed'>,
): Promise<string> => keyRing.open(db, of.tenantId, integrationAads(of).webhookSecret, sealed)
