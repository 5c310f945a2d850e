import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import {
  createEngines,
  type EngineLease,
  type EngineLimits,
  type Engines,
  type EngineSpec,
  type EnvironmentId,
  type Launch,
} from '#engine/hosting'
import { createLog } from '#adapters/log'

const program = join(import.meta.dirname, 'fixtures/small-engine.ts')

/** Limits that no test meets unless it sets them. */
const wideLimits: EngineLimits = {
  budgetBytes: 8,
  processBytes: 1,
  idleMs: 600_000,
  startMs: 60_000,
  drainMs: 60_000,
  health: { everyMs: 600_000, timeoutMs: 60_000, misses: 1 },
  stableMs: 600_000,
  backoff: { firstMs: 1000, maxMs: 60_000 },
  waiting: { max: 1000, maxPerTenant: 1000, maxPerEnvironment: 1000, maxMs: 60_000 },
  logLinesPerSecond: 1000,
}

export type SmallEngines = {
  engines: Engines
  /** Has the environment serve this build from now on; tells nobody. */
  serve: (environment: EnvironmentId, buildId: number | null) => void
  /** What happened, in order: `launch 7`, `starting 7`, `ready 7`, `draining 7`, `failed 7`, `ended 7`, by build. */
  happened: string[]
  lines: string[]
  /** Resolves as soon as it holds. */
  until: (holds: () => boolean) => Promise<void>
  /** How many of the processes that were started have not exited. */
  alive: () => number
  kill: (buildId: number) => void
}

export const environmentIdOf = (environmentId: number, tenantId = 1): EnvironmentId => ({ tenantId, deploymentId: 10, environmentId })

export const specOf = (environment: EnvironmentId, buildId: number): EngineSpec => ({
  ...environment,
  buildId,
  engineVersion: '1.0.0',
  artifact: { key: `artifacts/${buildId}`, sha256: '' },
})

/** What an engine answers to a lease. */
export const ask = async ({ dispatcher }: EngineLease, path: string): Promise<string> => {
  const { body } = await dispatcher.request({ origin: 'http://engine', path, method: 'GET' })
  return text(body)
}

export type SmallEngineOptions = {
  limits?: Partial<EngineLimits>
  /** Before the program of a build is started; what it throws is the failure of the launch. */
  onLaunch?: (buildId: number, signal: AbortSignal) => Promise<void> | void
  nowMs?: () => number
}

/** Starts small programs, real processes with real sockets. */
export const createSmallLaunch = (folder: string, onLaunch?: SmallEngineOptions['onLaunch']) => {
  const children = new Map<number, ChildProcess>()
  const running = new Set<ChildProcess>()
  const launch: Launch = async ({ buildId }, name, signal, onLine) => {
    await onLaunch?.(buildId, signal)
    const socketPath = join(folder, `${name}.sock`)
    const child = spawn(process.execPath, [program, socketPath, String(buildId)], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.set(buildId, child)
    running.add(child)
    const exited = once(child, 'exit').then(([code, killedBy]) => {
      running.delete(child)
      return { code: code as number | null, signal: killedBy as NodeJS.Signals | null }
    })
    const end = async (): Promise<void> => {
      child.kill('SIGKILL')
      await exited
    }
    const output = createInterface(child.stdout)
    output.on('line', onLine)
    await Promise.race([once(output, 'line'), exited])
    return { socketPath, process: { exited, end }, sign: (context) => JSON.stringify([name, context]) }
  }
  return { launch, running, children }
}

/** A supervisor over small programs that is stopped with the test. */
export const openSmallEngines = async ({ limits = {}, onLaunch, nowMs }: SmallEngineOptions = {}): Promise<SmallEngines> => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-engines-'))
  const served = new Map<number, EngineSpec>()
  const watchers = new Set<() => void>()
  const happened: string[] = []
  const lines: string[] = []
  const note = (list: string[], what: string): void => {
    list.push(what)
    for (const watch of watchers) watch()
  }

  const { launch, running, children } = createSmallLaunch(folder, (buildId, signal) => {
    note(happened, `launch ${buildId}`)
    return onLaunch?.(buildId, signal)
  })

  const engines = createEngines({
    launch,
    findServed: async ({ environmentId }) => served.get(environmentId) ?? null,
    record: async ({ spec }, status) => note(happened, `${status} ${spec.buildId}`),
    limits: { ...wideLimits, ...limits },
    log: createLog('silent'),
    onLog: (_row, line) => note(lines, line),
    ...(nowMs ? { nowMs } : {}),
  })
  onTestFinished(async () => {
    // What a test left in use is not waited for.
    for (const child of running) child.kill('SIGKILL')
    await engines.stop()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    engines,
    serve: (environment, buildId) => {
      if (buildId === null) served.delete(environment.environmentId)
      else served.set(environment.environmentId, specOf(environment, buildId))
    },
    happened,
    lines,
    until: (holds) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!holds()) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    alive: () => running.size,
    kill: (buildId) => void children.get(buildId)?.kill('SIGKILL'),
  }
}
