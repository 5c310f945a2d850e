import { createHash } from 'node:crypto'
import type { ConvertInput } from '@facet/dbt-convert'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import type { KeyRing } from '#secrets'
import {
  completeSettings,
  type DbtIntegration,
  findIntegrationRow,
  loadIntegration,
  pullOptions,
  readSyncVariables,
  requireWarehouse,
  settingsFingerprint,
  type SyncVariables,
} from '../integration/index.ts'
import { secretsAmong } from '../publish/index.ts'
import { catalogConnection, givenVariables } from '../run/index.ts'
import type { BegunSync } from './sync-queries.ts'
import { findManifest, type PushedManifest } from './manifest-queries.ts'
import type { SyncId } from './types.ts'

/** What a run is made of: the repository of the integration, or a manifest that was pushed. */
export type SyncSource = {
  from: { integration: DbtIntegration } | PushedManifest
  options: ConvertInput['options']
  branchTtlSeconds: number | null
  timeouts: DbtIntegration['timeouts']
  /** The values that it is given, by names that may be told: nothing that it says may show them. */
  given: Record<string, string>
  /** Those among them that are secrets: nothing that it makes may show them. */
  secrets: Readonly<Record<string, string>>
}

const credentialOf = ({ remote: { credential } }: DbtIntegration): Record<string, string> => {
  if (credential.kind === 'none') return {}
  return credential.kind === 'ssh' ? { 'dbt repository key': credential.privateKey } : { 'dbt repository token': credential.password }
}

const optionsFor = (pull: DbtIntegration['pull'], { warehouseType, database }: SyncVariables): ConvertInput['options'] =>
  pullOptions(pull, { warehouse: requireWarehouse(warehouseType), databricksCatalog: database['CUBEJS_DB_DATABRICKS_CATALOG'] })

/**
 * What is put into the phases of a run, and what we ask the repository with. Nothing else is looked for in what a run says and makes: whoever
 * writes the project could try guesses at it, and see which one is taken out.
 */
const givenTo = (integration: DbtIntegration, { warehouse }: ConvertInput['options']): Pick<SyncSource, 'given' | 'secrets'> => {
  const { variables, pull } = integration
  const connection = pull.hasCatalogTypes ? catalogConnection(warehouse, variables.database) : null
  const values = { ...givenVariables(variables), ...connection?.credential }
  const credential = credentialOf(integration)
  return { given: { ...values, ...credential }, secrets: { ...secretsAmong(values), ...credential } }
}

const manifestGone = (): Failure =>
  new Failure('dbt_manifest_not_found', 'The manifest of this sync is no longer kept. Push it again, and start another sync.')

const loadPushed = async (db: Db, keyRing: KeyRing, sync: SyncId, manifestId: number): Promise<SyncSource> => {
  const pushed = await findManifest(db, sync, manifestId)
  if (!pushed) throw manifestGone()
  // A manifest can be pushed before anything is set: then every setting has its default.
  const settings = (await findIntegrationRow(db, sync))?.settings ?? completeSettings({ targetSchema: 'public' })
  const variables = await readSyncVariables(db, keyRing, sync, settings.variableNames)
  const inMs = Object.entries(settings.timeouts).map(([phase, seconds]) => [`${phase}Ms`, seconds * 1000])
  return {
    from: pushed,
    options: optionsFor(settings.pull, variables),
    branchTtlSeconds: settings.branchTtlSeconds,
    timeouts: Object.fromEntries(inMs) as DbtIntegration['timeouts'],
    // dbt ran elsewhere.
    given: {},
    secrets: {},
  }
}

/** As it is now: what a step is told is read when it begins. Refuses what cannot be run. */
export const loadSource = async (db: Db, keyRing: KeyRing, sync: SyncId, { manifestId }: BegunSync): Promise<SyncSource> => {
  if (manifestId !== null) return loadPushed(db, keyRing, sync, manifestId)
  const integration = await loadIntegration(db, keyRing, sync)
  const options = optionsFor(integration.pull, integration.variables)
  return {
    from: { integration },
    options,
    branchTtlSeconds: integration.branchTtlSeconds,
    timeouts: integration.timeouts,
    ...givenTo(integration, options),
  }
}

// Raised when the same manifest becomes other files.
const conversionRevision = 3

/** Of what decides which files are made; null where the warehouse decides too, which changes by itself. */
export const contentHashOf = (integration: DbtIntegration, headSha: string): string | null =>
  integration.pull.hasCatalogTypes
    ? null
    : createHash('sha256')
        .update(JSON.stringify([conversionRevision, headSha, settingsFingerprint(integration)]))
        .digest('hex')
