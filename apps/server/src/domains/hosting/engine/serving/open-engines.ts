import type { Logger } from '#adapters/log'
import type { BaseConfig } from '#config'
import type { FunctionCalls, Pool } from '#db'
import type { HostingSettings } from '#settings/hosting'
import { createEngines, type EngineLimits, type Engines, type Launch, standardLimits } from '../engines/index.ts'
import { followBuilds } from './follow-builds.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import { createMissingBuilds } from './missing-builds.ts'
import { createRecordProcess } from './record-process.ts'
import { createFindServed, isSame } from './served-builds.ts'

export type OpenEnginesOptions = {
  config: Pick<BaseConfig, 'databaseUrl'> & Pick<HostingSettings, 'engineProcesses'>
  log: Logger
  pool: Pool
  calls: FunctionCalls
  nodeId: string
  launch: Launch
  limits?: Partial<EngineLimits>
}

/** What a query of a frame failed with, in the words of the engine: for the owners of the deployment. */
export type EngineError = {
  tenantId: number
  deploymentId: number
  processName: string
  buildId: number
  /** Whose share of the log the line takes. */
  caller: string
  requestId: string
  status: number
  text: string
}

export type OpenedEngines = { engines: Engines; recordError: (error: EngineError) => void; stop: () => Promise<void> }

// Enough to be understood; the line stays whole JSON.
const maxErrorLength = 4000

/** Errors among the lines of the process that said them, on whichever node it runs. */
export const recordErrorsIn =
  (logs: Pick<LogWriter, 'add'>) =>
  ({ processName: name, caller, requestId, status, text, ...spec }: EngineError): void =>
    logs.add(
      { name, spec },
      JSON.stringify({
        level: 'error',
        message: 'a query of an embed session failed',
        requestId,
        status,
        error: text.slice(0, maxErrorLength),
      }),
      caller,
    )

/** The engine processes of this node over the database: what they serve is read there, and what becomes of them and what they say is kept there. */
export const openEngines = async (options: OpenEnginesOptions): Promise<OpenedEngines> => {
  const { config, log, pool, calls, nodeId, launch, limits = {} } = options
  const findServed = createFindServed(calls)
  const logs = createLogWriter({ pool, onProblem: (error) => log.warn({ err: error }, 'lines of engine processes were lost') })
  const missing = createMissingBuilds({ pool, onProblem: (error) => log.warn({ err: error }, 'a build that is missing was not asked for') })
  const engines = createEngines({
    launch: missing.whereLost(launch),
    findServed: missing.whereNone(
      async (environment) => (await findServed([environment])).find((spec) => isSame(environment, spec)) ?? null,
    ),
    record: createRecordProcess(pool, nodeId),
    limits: { ...standardLimits, ...config.engineProcesses, ...limits },
    log,
    onLog: (process, line) => logs.add(process, line),
  })
  const followed = await followBuilds({
    url: config.databaseUrl,
    engines,
    findServed,
    onProblem: (error) => log.warn({ err: error }, 'activated builds are not being followed'),
  })
  return {
    engines,
    recordError: recordErrorsIn(logs),
    stop: async () => {
      await followed.stop()
      await engines.stop()
      await logs.stop()
    },
  }
}
