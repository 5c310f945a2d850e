import type { Logger } from '#adapters/log'
import { repeat } from '#kernel/repeat'
import type { EngineProcess } from './engine-process.ts'
import { createEnvironment, type EngineEnvironment } from './environment.ts'
import { stopping } from './failures.ts'
import { createPlaces, type Place } from './places.ts'
import { createRegistry } from './registry.ts'
import { findSlotToFree } from './slot-rules.ts'
import type { EngineLimits, Engines, EngineSpec, EnvironmentId, Launch, LeaseHolder, ProcessRow, RecordProcess } from './types.ts'
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

// After a process was drained it still has to exit.
const slotWaitMs = 30_000
// As often as rows are removed of a node that was not heard of.
const tellAgainMs = 60_000

// Requests whose caller is not told count together.
const anybody: LeaseHolder = { key: '', cost: 1 }

const keyOf = ({ tenantId, environmentId }: EnvironmentId): string => `${tenantId}/${environmentId}`

/** Supervises the engine processes of this node, within its memory budget. */
export const createEngines = (options: EnginesOptions): Engines => {
  const { launch, findServed, record, limits, log, onLog, nowMs = () => performance.now() } = options
  const ending = new AbortController()
  const environments = new Map<string, EngineEnvironment>()
  const places = createPlaces(Math.floor(limits.budgetBytes / limits.processBytes), limits.drainMs + slotWaitMs)
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

  const slotsInUse = (except: EngineProcess | null) =>
    [...environments.values()].flatMap((environment) => {
      const process = environment.serving()
      if (!process || process === except) return []
      const { tenantId } = process.spec
      return [{ environment, tenantId, isUsed: process.leases() > 0, lastUsedMs: process.lastUsedMs() }]
    })

  // Tenants of slots that are being freed for them, each as often as it waits.
  const awaited: number[] = []
  const heldBy = (tenantId: number): number =>
    [...environments.values()]
      .filter((environment) => environment.tenantId === tenantId)
      .reduce((sum, environment) => sum + environment.slots(), awaited.filter((waiting) => waiting === tenantId).length)

  const takePlace = async (tenantId: number, except: EngineProcess | null): Promise<Place | null> => {
    const free = places.take(tenantId)
    if (free) return free
    const slot = findSlotToFree({ tenantId, slots: slotsInUse(except), heldBy, capacity: places.capacity, nowMs: nowMs() })
    if (!slot) return null
    const next = places.next(tenantId)
    awaited.push(tenantId)
    void (slot.isUsed ? slot.environment.drain() : slot.environment.suspend())
    try {
      return await next
    } catch {
      // It was the turn of other tenants for too long.
      return null
    } finally {
      awaited.splice(awaited.indexOf(tenantId), 1)
    }
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
      takePlace: (except) => takePlace(id.tenantId, except),
      nextPlace: () => places.next(id.tenantId),
      waitingRoom,
      onForgettable: () => {
        if (environments.get(key) === made) environments.delete(key)
      },
    })
    environments.set(key, made)
    return made
  }

  return {
    acquire: async (environment, signal) => environmentOf(environment).acquire(environment.holder ?? anybody, signal),
    tryAcquire: (environment) => environments.get(keyOf(environment))?.tryAcquire(environment.holder ?? anybody),
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
