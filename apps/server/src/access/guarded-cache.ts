import { Failure } from '#kernel/failure'
import { type BulkheadLimits, createBulkhead, networkOf } from '#limits'
import type { Admission } from './admission.ts'
import { createEntries } from './entries.ts'
import { createRefusals } from './refusals.ts'
import type { Revocations } from './revocations.ts'

export type GuardedCache<Value> = {
  /** With an address the caller may be anybody: what is not known here is looked up only if that address is admitted, and counted if it is nobody's. */
  find: (tenantId: number | null, key: string, address?: string) => Promise<Value | undefined> | Value | undefined
}

/** What an entry depends on: the tenant whose changes invalidate it, or null when a change of any tenant can. */
type Loaded<Value> = { value: Value; tenantId: number | null; epoch: number }
type Load<Value> = (tenantId: number | null, key: string) => Promise<Loaded<Value> | undefined>

// They share one connection: more of a tenant at once than these would only stand in line there, before everybody else's.
const lookUps: BulkheadLimits = {
  what: 'look-ups of credentials',
  holder: 'tenant',
  capacity: 64,
  maxPerKey: 16,
  maxWaiting: 5000,
  maxWaitingPerKey: 1000,
  maxWaitMs: 2000,
}

const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'unauthenticated'

/**
 * What is read on every request and changes seldom. An entry lives until a revocation of its tenant; nothing is believed
 * while the revocations are not being followed. A hit answers without a promise, so that it costs no turn of the event loop.
 */
export const createGuardedCache = <Value>(revocations: Revocations, load: Load<Value>, admission?: Admission): GuardedCache<Value> => {
  const entries = createEntries<Value>()
  const refusals = createRefusals()
  const bulkhead = createBulkhead<number | string>(lookUps)
  const loading = new Map<string, Promise<Value | undefined>>()
  let drops = 0

  revocations.onDrop((tenantId) => {
    drops += 1
    // A request from now on must not be answered by a look-up that began before the change.
    loading.clear()
    refusals.drop(tenantId)
    entries.drop(tenantId)
  })

  const ask = async (tenantId: number | null, key: string): Promise<Loaded<Value> | undefined> => {
    const dropsBefore = drops
    const refuse = (failure?: Failure): void => {
      entries.remove(tenantId, key)
      // It may have come into being since it was asked for.
      if (drops === dropsBefore) refusals.keep(tenantId, key, failure)
    }
    try {
      const loaded = await load(tenantId, key)
      if (!loaded) refuse()
      // Loaded from before the newest revocation: good for this request, too old to keep.
      else if (loaded.epoch >= revocations.epoch()) entries.keep(tenantId, key, { tenantId: loaded.tenantId, value: loaded.value })
      return loaded
    } catch (error) {
      if (isRefusal(error)) refuse(error)
      throw error
    }
  }

  const askFor = async (address: string, tenantId: number | null, key: string): Promise<Loaded<Value> | undefined> => {
    // Again, since its turn may have been long in coming.
    admission?.require(address)
    const loaded = await ask(tenantId, key)
    // What stands on no tenant was answered for want of a better answer: whoever makes things up gets it each time.
    if (!loaded || loaded.tenantId === null) admission?.countUnknown(address)
    return loaded
  }

  const lookUp = (tenantId: number | null, key: string, address: string | undefined): Promise<Value | undefined> => {
    const name = `${tenantId ?? ''} ${key}`
    const running = loading.get(name)
    if (running) return running
    const known = entries.find(tenantId, key)
    // Whoever is known is not counted: what they hold was good before, and whatever changed was not up to them.
    const stranger = known ? undefined : address
    if (stranger !== undefined) admission?.require(stranger)
    const started = bulkhead
      .run(tenantId ?? known?.tenantId ?? networkOf(address ?? ''), () =>
        stranger === undefined ? ask(tenantId, key) : askFor(stranger, tenantId, key),
      )
      .then((loaded) => loaded?.value)
      .finally(() => {
        if (loading.get(name) === started) loading.delete(name)
      })
    loading.set(name, started)
    return started
  }

  return {
    find: (tenantId, key, address) => {
      const entry = entries.find(tenantId, key)
      if (entry?.value !== undefined && revocations.isTrusted()) return entry.value
      const refusal = refusals.find(tenantId, key)
      if (!refusal) return lookUp(tenantId, key, address)
      if (refusal.failure) throw refusal.failure
      return undefined
    },
  }
}
