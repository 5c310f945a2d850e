import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DbtSyncRunStats } from '@facet/contract'
import { ObjectCorrupt, ObjectMissing } from '#adapters/object-store'
import type { RunningStep } from '#engine/hosting'
import { type DbtIntegration, recordDefaultBranch } from '../integration/index.ts'
import type { SyncEnd } from './activity-types.ts'
import { fetchPushed } from './fetch-pushed.ts'
import type { PushedManifest } from './manifest-queries.ts'
import { type Attempt, runStep, type SyncParts } from './run-step.ts'
import type { Converted, ConvertJob, SyncJob } from './steps.ts'
import { fetchSyncObject, findSyncObject, referToObject, shareObjects, type StoredSyncObject, storeSyncObject } from './sync-objects.ts'
import { findEqualSync, recordGenerated, recordHead } from './sync-queries.ts'
import { contentHashOf } from './sync-source.ts'
import type { SyncId } from './types.ts'
import { SyncOver } from './sync-over.ts'

const isThere = async ({ parts, sync, folder, signal }: Attempt, object: StoredSyncObject | undefined): Promise<boolean> => {
  if (!object) return false
  try {
    await fetchSyncObject(parts.objects, sync, object, join(folder, 'earlier.json'), signal)
    return true
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof ObjectCorrupt) return false
    throw error
  }
}

/** Takes over what a run made of the same head and settings, where the store still has it. */
const reuse = async (
  attempt: Attempt,
  integration: DbtIntegration,
  { headSha, ref }: { headSha: string; ref: string },
): Promise<boolean> => {
  const { sync, write, say, phases, begun } = attempt
  const contentHash = contentHashOf(integration, headSha)
  const isDefault = begun.ref === null && integration.branch === null
  const equal = await write(async (db) => {
    await recordHead(db, sync, { headSha, contentHash })
    if (isDefault) await recordDefaultBranch(db, integration, ref)
    const found = contentHash === null ? undefined : await findEqualSync(db, sync, contentHash)
    return found && { ...found, object: await findSyncObject(db, { tenantId: sync.tenantId, syncId: found.id }, 'conversion') }
  })
  if (!equal || !(await isThere(attempt, equal.object))) return false
  const isShared = await write(
    async (db) =>
      (await shareObjects(db, sync, equal.id)) && recordGenerated(db, sync, { phases: phases.list(), stats: equal.note.stats, headSha }),
  )
  if (isShared) say(`Nothing changed since sync ${equal.id}: what it generated is used again.`)
  return isShared
}

/** Clone to catalog. Gives what is to be converted; null where an earlier run made it already. */
const runDbt = async (attempt: Attempt, integration: DbtIntegration): Promise<{ convert: ConvertJob; headSha: string } | null> => {
  const { parts, sync, begun, folder, say, phase, source } = attempt
  const { timeouts, options, secrets } = source
  const job: SyncJob = { sync, folder, integration, ref: begun.ref, secrets, say }
  const head = await phase('repo_clone', timeouts.cloneMs, (control) => parts.steps.clone(job, control))
  if (await reuse(attempt, integration, head)) return null
  await phase('dbt_deps', timeouts.packagesMs, (control) => parts.steps.installPackages(job, control))
  const { artifactsFolder } = await phase('dbt_parse', timeouts.parseMs, (control) => parts.steps.parse(job, control))
  const hasCatalog =
    integration.pull.hasCatalogTypes && (await phase('dbt_catalog', timeouts.catalogMs, (control) => parts.steps.readCatalog(job, control)))
  return { convert: { folder, artifactsFolder, hasCatalog, options, secrets }, headSha: head.headSha }
}

const fetchArtifacts = async (attempt: Attempt, { manifest, catalog }: PushedManifest): Promise<ConvertJob> => {
  const { folder, source, say } = attempt
  const artifactsFolder = join(folder, 'artifacts')
  await mkdir(artifactsFolder, { mode: 0o700 })
  await fetchPushed(attempt, manifest, join(artifactsFolder, 'manifest.json'))
  if (catalog) await fetchPushed(attempt, catalog, join(artifactsFolder, 'catalog.json'))
  if (catalog) say('Types of columns come from the catalog that was pushed with the manifest.')
  return { folder, artifactsFolder, hasCatalog: catalog !== null, options: source.options, secrets: source.secrets }
}

const keep = async ({ parts, sync, signal, phases, write }: Attempt, made: Converted, headSha: string | null): Promise<void> => {
  const stats: DbtSyncRunStats = { ...made.stats, cubeCount: made.cubeCount }
  const [conversion, report] = [
    await storeSyncObject(parts.unreferencedObjects, sync, 'conversion', { file: made.conversionFile }, signal),
    await storeSyncObject(parts.unreferencedObjects, sync, 'report', { file: made.reportFile }, signal),
  ]
  await write(async (db) => {
    await referToObject(db, sync, 'conversion', conversion)
    await referToObject(db, sync, 'report', report)
    // Nothing refers to them after all: the list of such objects must keep them.
    if (!(await recordGenerated(db, sync, { phases: phases.list(), stats, headSha }))) throw new SyncOver()
  })
}

const generate = async (attempt: Attempt): Promise<void> => {
  const { parts, source, phase } = attempt
  const { from, timeouts } = source
  const dbt =
    'integration' in from ? await runDbt(attempt, from.integration) : { convert: await fetchArtifacts(attempt, from), headSha: null }
  if (dbt === null) return
  const made = await phase('convert', timeouts.convertMs, (control) => parts.steps.convert(dbt.convert, control))
  await keep(attempt, made, dbt.headSha)
}

/** Makes the files of the data model, and keeps them in the store. What an earlier attempt made is not made again. */
export const generateDbtModel = (parts: SyncParts, sync: SyncId, step: RunningStep): Promise<'generated' | SyncEnd> =>
  runStep(parts, sync, step, async (attempt) => {
    if (attempt.begun.generated) return 'generated' as const
    const release = await parts.places.enter(sync.tenantId, { signal: attempt.signal })
    try {
      attempt.show({ stage: 'CREATING_SANDBOX', message: null })
      await generate(attempt)
      return 'generated' as const
    } finally {
      release()
    }
  })
