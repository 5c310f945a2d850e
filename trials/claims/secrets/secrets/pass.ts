import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { newDeployment } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'
import type { Collector } from './collector.ts'
import { type DbtAnswers, useDbtSyncs } from './dbt-syncs.ts'
import { type EngineAnswers, useEngine } from './engine.ts'
import { saying } from './leaky-model.ts'
import { longWorkParts, type Warehouse } from './long-work.ts'
import { learnOwnKeys } from './own-keys.ts'
import { type ProcessWatch, watchPrograms } from './processes.ts'
import { type Answer, createRecorder, type Recorder } from './recorder.ts'
import { type GitHosts, useHttpsRemote, useSshRemote } from './remotes.ts'
import { type Stage, storeSecrets } from './requests.ts'
import { useSessions } from './sessions.ts'
import { copiesSink, databaseSinks, engineLogSinks, remainingSinks, type Sink, syncCommitsSink, syncRowsSink } from './sinks.ts'

/** A node that handles secrets, and everything that it writes. */
export type Pass = Stage & {
  facet: FacetProcess
  admin: Recorder
  /** Stores, creates and uses secrets. All of it must succeed. */
  useAll: () => Promise<Answer[]>
  /** Builds, serves and queries a model that prints its variables. */
  useEngine: () => Promise<EngineAnswers>
  /** Runs dbt syncs that end in every phase. */
  useDbt: () => Promise<DbtAnswers>
  /** Stops the node, and adds every sealed secret to the canaries. */
  end: () => Promise<{ sinks: Sink[]; ownKeys: Record<string, number> }>
}

export type Setting = {
  installation: Installation
  canaries: Canaries
  collector: Collector
  hosts: GitHosts
  temporalAddress: string
  warehouse: Warehouse
}

const readMetrics = (admin: Recorder, canaries: Canaries): Promise<Answer> =>
  admin.ask({ about: 'metrics', method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${canaries.adminToken}` } })

const startNode = async (setting: Setting, temporaryFolder: string, runFolder: string) => {
  const { installation, canaries, collector, hosts, temporalAddress } = setting
  const adminPort = await freePort()
  const facet = await installation.serve({
    FACET_LOG_LEVEL: 'trace',
    FACET_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    FACET_ADMIN_TOKEN: canaries.adminToken,
    FACET_ALLOW_PRIVATE_HOSTS: 'localhost,127.0.0.1',
    FACET_REMOTE_CA_FILE: hosts.https.caFile,
    TMPDIR: temporaryFolder,
    FACET_RUN_FOLDER: runFolder,
    FACET_TEMPORAL_ADDRESS: temporalAddress,
    FACET_SANDBOX: 'degraded',
    FACET_ENGINES_FOLDER: process.env['FACET_ENGINES_FOLDER'] ?? '',
    FACET_DBT_FOLDER: process.env['FACET_DBT_FOLDER'] ?? '',
    FACET_DBT_SYNCS: '4',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canaries.otlpHeader}`,
  })
  const watch: ProcessWatch = watchPrograms(facet.pid)
  hosts.watchWith(watch)
  return { facet, watch, admin: createRecorder(`http://127.0.0.1:${adminPort}`, {}) }
}

export const startPass = async (setting: Setting): Promise<Pass> => {
  const { installation, canaries, collector, hosts } = setting
  const tenant = await installation.createTenant('secrets')
  canaries.learn('the first administrator’s key', tenant.adminKey)
  const mark = `mark-${randomBytes(9).toString('hex')}`
  const temporaryFolder = join(installation.folder, 'temporary')
  mkdirSync(temporaryFolder)
  // Socket paths have a length limit.
  const runFolder = mkdtempSync(join(tmpdir(), 'facet-'))
  const { facet, watch, admin } = await startNode(setting, temporaryFolder, runFolder)
  const recorder = createRecorder(facet.url, { 'x-forwarded-host': tenant.host, 'x-request-id': mark })
  // Query errors are a sink of their own.
  const queries = createRecorder(facet.url, { 'x-forwarded-host': tenant.host, 'x-request-id': mark })
  const api = installation.client(facet, tenant)
  const makeDeployment = async (called: string): Promise<number> => (await api.createDeployment({ body: newDeployment(called) })).id
  await api.updateTenantSettings({ body: { useCreatorMode: true } })
  const deploymentId = await makeDeployment('kept')
  const { secret: scopedKey } = await api.createApiKey({ body: { name: 'scoped', deploymentIds: [deploymentId] } })
  canaries.learn('a scoped key', scopedKey)
  const stage: Stage = { recorder, canaries, adminKey: tenant.adminKey, scopedKey, deploymentId, mark }

  return {
    ...stage,
    facet,
    admin,
    useAll: async () => [
      ...(await storeSecrets(stage)),
      ...(await useSessions(stage)),
      ...(await useHttpsRemote(stage, hosts, await makeDeployment('by HTTPS'))),
      ...(await useSshRemote(stage, hosts, await makeDeployment('by SSH'))),
    ],
    useEngine: () =>
      useEngine({ ...stage, recorder: queries }, { client: api, url: facet.url, host: tenant.host, warehouse: setting.warehouse }),
    useDbt: () => useDbtSyncs(stage, { client: api, hosts, warehouse: setting.warehouse, makeDeployment }),
    end: async () => {
      const metrics = await readMetrics(admin, canaries)
      const copies = copiesSink(installation, mark)
      await facet.kill('SIGTERM')
      watch.stop()
      rmSync(runFolder, { recursive: true, force: true })
      const ownKeys = await learnOwnKeys(installation, canaries)
      const sinks: Sink[] = [
        { name: 'log of facet', parts: [readFileSync(facet.logFile)], marker: mark },
        { name: 'HTTP responses', parts: [recorder.content(), admin.content()], marker: mark },
        { name: 'spans', parts: collector.payloads, marker: mark },
        { name: 'metrics', parts: [Buffer.from(metrics.text)], marker: 'exchangeSession' },
        { name: 'arguments of programs', parts: [watch.programs()], marker: `${mark}.git` },
        { name: 'environment of programs', parts: [watch.environments()], marker: 'FACET_SSH_CONFIG' },
        { name: 'errors of queries', parts: [queries.content()], marker: saying.refusal },
        { name: 'workflow histories', parts: await longWorkParts(installation), marker: 'makeBuild' },
        ...(await engineLogSinks(installation)),
        await syncRowsSink(installation),
        await syncCommitsSink(installation),
        copies,
        ...remainingSinks(installation, mark, temporaryFolder),
        ...(await databaseSinks(installation, mark)),
      ]
      return { sinks, ownKeys }
    },
  }
}
