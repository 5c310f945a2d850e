import type { Client } from '@facet/client'
import { newDeployment } from '../../harness/embedding.ts'
import type { SourceChange } from '../../harness/source-changes.ts'
import { openStage } from '../../hosting/stage/stage.ts'
import { filesOn, generatedAmong, type ModelFiles } from './model-files.ts'
import { type DbtRemote, gitHost, openRemote } from './remote.ts'
import { openScript, type Script } from './script.ts'

export type Synced = {
  /** From the call that starts it until its end is told. */
  ms: number
  parseMs: number | null
  phases: Record<string, number>
  isPartial: boolean
  commit: string | null
}

export type SyncOrder = { ref: string; branchName?: string }

/** The product, its dbt project and somebody's script for the same. */
export type SyncGround = {
  remote: DbtRemote
  script: Script
  sync: (order: SyncOrder) => Promise<Synced>
  generatedOn: (branchName: string) => Promise<ModelFiles>
  close: () => Promise<void>
}

const targetSchema = 'analytics'
const variables = { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_NAME: 'warehouse' }
const processMb = 1024
const pollMs = 50
const patienceMs = 300_000

const runSync = async (client: Client, deploymentId: number, order: SyncOrder): Promise<Synced> => {
  const startedMs = performance.now()
  const { syncJobId } = await client.startDbtSync({ params: { deploymentId }, body: order })
  const params = { deploymentId, syncJobId }
  const ended = await client.dbtSync.wait({ params }, { pollMs, timeoutMs: patienceMs })
  const ms = performance.now() - startedMs
  const log = (await client.getDbtSyncLog({ params })).items.map(({ message }) => message)
  if (ended.status !== 'COMPLETED') throw new Error(`Sync ${syncJobId} ended ${ended.status}: ${ended.error}\n${log.join('\n')}`)
  const { items } = await client.listDbtSyncs({ params: { deploymentId } })
  const told = items.find((run) => run.syncJobId === syncJobId)?.phases ?? []
  const phases = Object.fromEntries(told.map(({ phase, durationMs }) => [phase, durationMs]))
  return {
    ms,
    phases,
    parseMs: phases['dbt_parse'] ?? null,
    isPartial: log.some((line) => line.startsWith('Only what changed')),
    commit: ended.result.commitHash ?? null,
  }
}

const dbtFolder = (): string => {
  const folder = process.env['FACET_DBT_FOLDER']
  if (!folder) throw new Error('dbt is not installed. Run tools/setup, then: . tools/env')
  return folder
}

const addDeployment = async (client: Client, remote: DbtRemote): Promise<number> => {
  const { id: deploymentId } = await client.createDeployment({ body: newDeployment('dbt') })
  const params = { deploymentId }
  const named = Object.entries(variables).map(([name, value]) => ({ name, value }))
  await client.setEnvVariables({ params, body: { env_variables: named } })
  await client.setDbtIntegration({ params, body: { url: remote.url, token: remote.token, targetSchema } })
  return deploymentId
}

export const openSyncGround = async (models: number, changes: readonly SourceChange[] = []): Promise<SyncGround> => {
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const remote = await openRemote(models)
    closers.push(remote.close)
    const stage = await openStage({
      FACET_ALLOW_PRIVATE_HOSTS: gitHost,
      FACET_REMOTE_CA_FILE: remote.caFile,
      FACET_DBT_FOLDER: dbtFolder(),
      FACET_ENGINE_PROCESS_MEMORY_MB: String(processMb),
    })
    closers.push(stage.close)
    const client = stage.clientOf(await stage.serve({ changes }))
    const deploymentId = await addDeployment(client, remote)
    const files = await filesOn(client, deploymentId, 'main')
    const script = await openScript({ remote, files, variables, targetSchema, memoryBytes: processMb * 1_048_576 })
    closers.push(script.close)
    return {
      remote,
      script,
      sync: (order) => runSync(client, deploymentId, order),
      generatedOn: async (branchName) => generatedAmong(await filesOn(client, deploymentId, branchName)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
