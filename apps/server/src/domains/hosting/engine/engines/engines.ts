import type { Logger } from '#adapters/log'
import { repeat } from '#kernel/repeat'
import type { EngineProcess } from './engine-process.ts'
import { createEnvironment, type EngineEnvironment } from './environment.ts'
import { stopping } from './failures.ts'
import { createPlaces, type Place } from './places.ts'
import { createRegistry } from './registry.ts'
import type { EngineLimits, Engines, EngineSpec, EnvironmentId, Launch, ProcessRow, RecordProcess } from './types.ts'
import { createWaitingRoom } from './waiting-room.ts'

export type EnginesOptions = {
  launch: Launch
  /** The build that the environment serves; null if there is none, or no such environment. */
  findServed: (environment: EnvironmentId) => Promise<EngineSpec | null>
  record: RecordProcess
  limits: EngineLimits
  log: Logger
  onLog: (process: ProcessRow, line: string) => void
  nowMs?: () => number
}

// As often as rows are removed of a node that was not heard of.
const tellAgainMs = 60_000

const keyOf = ({ tenantId, environmentId }: EnvironmentId): string => `${tenantId}/${environmentId}`

/** Supervises the engine processes of this node, within its memory budget. */
export const createEngines = (options: EnginesOptions): Engines => {
  const { launch, findServed, record, limits, log, onLog, nowMs = () => performance.now() } = options
  const ending = new AbortController()
  const environments = new Map<string, EngineEnvironment>()
  const places = createPlaces(Math.floor(limits.budgetBytes / limits.processBytes))
  const waitingRoom = createWaitingRoom(limits.waiting)
  const registry = createRegistry(record, (error) => log.warn({ err: error }, 'the registry of engine processes was not told'))
  const telling = repeat(
    tellAgainMs,
    async () => {
      registry.tellAgain()
      await registry.settled()
    },
    () => undefined,
  )

  const leastRecentlyUsed = (except: EngineProcess | null): EngineEnvironment | null => {
    let found: { environment: EngineEnvironment; process: EngineProcess } | null = null
    for (const environment of environments.values()) {
      const process = environment.unused()
      if (!process || process === except) continue
      if (!found || process.lastUsedMs() < found.process.lastUsedMs()) found = { environment, process }
    }
    return found?.environment ?? null
  }

  const takePlace = async (except: EngineProcess | null): Promise<Place | null> => {
    const free = places.take()
    if (free) return free
    const victim = leastRecentlyUsed(except)
    if (!victim) return null
    const next = places.next()
    void victim.suspend()
    return next
  }

  const environmentOf = (id: EnvironmentId): EngineEnvironment => {
    const key = keyOf(id)
    const known = environments.get(key)
    if (known) return known
    const made = createEnvironment(id, {
      launch,
      limits,
      registry,
      log,
      onLog,
      nowMs,
      signal: ending.signal,
      findServed,
      takePlace,
      nextPlace: places.next,
      waitingRoom,
      onForgettable: () => {
        if (environments.get(key) === made) environments.delete(key)
      },
    })
    environments.set(key, made)
    return made
  }

  return {
    acquire: async (environment, signal) => environmentOf(environment).acquire(signal),
    tryAcquire: (environment) => environments.get(keyOf(environment))?.tryAcquire(),
    refresh: async (environment) => environments.get(keyOf(environment))?.refresh(),
    list: () => [...environments.values()].flatMap((environment) => environment.list()),
    stop: async () => {
      ending.abort(stopping())
      await telling.stop()
      await Promise.all([...environments.values()].map((environment) => environment.stop()))
      await registry.settled()
    },
  }
}
