import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@facet/client'
import { startTemporal, type TemporalServer } from '@facet/testkit/temporal'
import { type Caller, createCaller } from '../caller.ts'
import { createInstallation, type FacetProcess, type Installation, type Settings } from '../installation.ts'
import { changedProgram, type SourceChange } from '../source-changes.ts'

/** An installation with Temporal and engines, which can build and serve deployments. */
export type HostingStage = {
  installation: Installation
  /** Files of the processes. */
  folder: string
  temporal: TemporalServer
  caller: Caller
  adminKey: string
  /** Runs `facet serve`. `changes`: kill points in its source. */
  serve: (options?: { changes?: readonly SourceChange[]; settings?: Settings; roles?: string }) => Promise<FacetProcess>
  clientOf: (process: Pick<FacetProcess, 'url'>) => Client
  close: () => Promise<void>
}

// The service finds tenants by host.
export const host = 'localhost'

export const hostUrl = ({ url }: Pick<FacetProcess, 'url'>): string => url.replace('127.0.0.1', host)

const warehouse = { user: 'trial_reader', password: 'read-only' }

/** How engines reach the warehouse. The models need no tables. */
export const warehouseVariables = ({ cluster }: Pick<Installation, 'cluster'>) => ({
  CUBEJS_DB_TYPE: 'postgres',
  CUBEJS_DB_HOST: '127.0.0.1',
  CUBEJS_DB_PORT: String(cluster.port),
  CUBEJS_DB_NAME: 'postgres',
  CUBEJS_DB_USER: warehouse.user,
  CUBEJS_DB_PASS: warehouse.password,
})

const enginesFolder = (): string => {
  const folder = process.env['FACET_ENGINES_FOLDER']
  if (!folder) throw new Error('No engine is installed. Run tools/setup, then: . tools/env')
  return folder
}

const programOf = (changes: readonly SourceChange[], roles: string | undefined) => {
  const { settings, program } = changedProgram(changes)
  return { settings, program: roles === undefined ? program : [...program, '--roles', roles] }
}

const maxStarts = 3

/** Restarts a process that stopped because its database was slow, as a supervisor does. */
const startAgain = async (start: () => Promise<FacetProcess>, left = maxStarts): Promise<FacetProcess> => {
  try {
    return await start()
  } catch (error) {
    if (left <= 1) throw error
    return startAgain(start, left - 1)
  }
}

export const openStage = async (settings: Settings = {}): Promise<HostingStage> => {
  // Not in the folder of the database, which sandboxed programs cannot enter.
  const folder = mkdtempSync(join(tmpdir(), 'facet-stage-'))
  const installation = await createInstallation({
    durable: false,
    settings: {
      FACET_LOG_LEVEL: 'warn',
      FACET_ENGINES_FOLDER: enginesFolder(),
      FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      FACET_SANDBOX: 'required',
      FACET_DATA_FOLDER: join(folder, 'data'),
      FACET_RUN_FOLDER: join(folder, 'run'),
      FACET_ENGINE_PROCESS_MEMORY_MB: '768',
      FACET_ENGINE_MEMORY_MB: '6144',
      ...settings,
    },
  })
  const caller = createCaller()
  let temporal: TemporalServer | undefined
  const close = async (): Promise<void> => {
    caller.close()
    await temporal?.kill()
    await installation.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    temporal = await startTemporal(join(installation.folder, 'temporal'), installation.cluster.url('postgres'))
    installation.env['FACET_TEMPORAL_ADDRESS'] = temporal.address
    await installation.sql(`create role ${warehouse.user} login password '${warehouse.password}'`)
    const tenant = ['tenants', 'create', '--name', 'trial', '--host', host, '--admin-email', 'admin@trial.test', '--json']
    const { adminKey } = JSON.parse(await installation.facet(tenant)) as { adminKey: string }
    return {
      installation,
      folder,
      temporal,
      caller,
      adminKey,
      close,
      serve: ({ changes = [], settings: own = {}, roles } = {}) => {
        const { settings: changed, program } = programOf(changes, roles)
        return startAgain(() => installation.serve({ ...own, ...changed }, program))
      },
      clientOf: (process) => createClient({ baseUrl: hostUrl(process), key: adminKey }),
    }
  } catch (error) {
    await close()
    throw error
  }
}
