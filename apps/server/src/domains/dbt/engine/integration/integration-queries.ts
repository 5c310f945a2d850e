import { type Db, sql } from '#db'
import { Failure } from '#kernel/failure'
import type { KeptConnection } from '#engine/modeling'
import { completeSettings, type IntegrationSettings } from './settings.ts'

export type OfDeployment = { tenantId: number; deploymentId: number }

export const notConfigured = (): Failure =>
  new Failure('dbt_not_configured', 'This deployment has no dbt integration. Set one with PUT …/dbt-integration.')

const one = ({ tenantId, deploymentId }: OfDeployment) => ({ tenant_id: tenantId, deployment_id: deploymentId })

const columns = [
  'url',
  'username',
  'token_sealed',
  'ssh_key_sealed',
  'ssh_public_key',
  'host_keys',
  'webhook_secret_sealed',
  'settings',
  'default_branch',
  'revision',
  'updated_at',
] as const

/** As it is kept: what is sealed stays sealed. */
export type IntegrationRow = KeptConnection & {
  webhook_secret_sealed: Buffer
  settings: IntegrationSettings
  /** As the last clone of it found it. */
  default_branch: string | null
  revision: number
  updated_at: Date
}

export const findIntegrationRow = async (db: Db, of: OfDeployment): Promise<IntegrationRow | null> => {
  const row = await db
    .selectFrom('dbt_integrations')
    .select(columns)
    .where((where) => where.and(one(of)))
    .executeTakeFirst()
  return row ? { ...row, settings: completeSettings(row.settings as unknown as IntegrationSettings) } : null
}

export const getIntegrationRow = async (db: Db, of: OfDeployment): Promise<IntegrationRow> => {
  const row = await findIntegrationRow(db, of)
  if (!row) throw notConfigured()
  return row
}

const changedMeanwhile = (): Failure =>
  new Failure('service_unavailable', 'The dbt integration was changed or deleted in the meantime. Repeat the request.', {
    retryAfterSeconds: 1,
  })

export type IntegrationChange = Partial<Omit<IntegrationRow, 'revision' | 'updated_at'>>

const written = ({ settings, ...change }: IntegrationChange) => ({
  ...change,
  ...(settings ? { settings: JSON.stringify(settings) } : {}),
  revision: sql<number>`nextval('facet_ids')`,
  updated_at: sql<Date>`clock_timestamp()`,
})

/** Only in place of what was looked at: otherwise what another request replaced or removed would come back. */
export const changeIntegration = async (
  db: Db,
  of: OfDeployment,
  looked: IntegrationRow,
  change: IntegrationChange,
): Promise<IntegrationRow> => {
  const stored = await db
    .updateTable('dbt_integrations')
    .set(written(change))
    .where((where) => where.and({ ...one(of), revision: looked.revision }))
    .returning(['revision', 'updated_at'])
    .executeTakeFirst()
  if (!stored) throw changedMeanwhile()
  return { ...looked, ...change, ...stored }
}

export const insertIntegration = async (
  db: Db,
  of: OfDeployment,
  integration: Omit<IntegrationRow, 'revision' | 'updated_at'>,
): Promise<IntegrationRow> => {
  const stored = await db
    .insertInto('dbt_integrations')
    .values({ ...integration, ...one(of), settings: JSON.stringify(integration.settings) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'deployment_id']).doNothing())
    .returning(['revision', 'updated_at'])
    .executeTakeFirst()
  if (!stored) throw changedMeanwhile()
  return { ...integration, ...stored }
}

export const removeIntegration = async (db: Db, of: OfDeployment): Promise<boolean> => {
  const removed = await db
    .deleteFrom('dbt_integrations')
    .where((where) => where.and(one(of)))
    .returning('revision')
    .executeTakeFirst()
  return removed !== undefined
}

/** Notes which branch a clone found to be the default one, as long as the repository is still that of the integration. */
export const recordDefaultBranch = async (
  db: Db,
  { tenantId, deploymentId, remote }: OfDeployment & { remote: { url: string } },
  ref: string,
): Promise<void> => {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
  await db
    .updateTable('dbt_integrations')
    .set({ default_branch: branch })
    .where((where) => where.and({ ...one({ tenantId, deploymentId }), url: remote.url }))
    .where('default_branch', 'is distinct from', branch)
    .execute()
}
