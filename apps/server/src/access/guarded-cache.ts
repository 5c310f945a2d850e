import { Failure } from '#failure'
import type { Revocations } from './revocations.ts'

export type GuardedCache<Value> = { find: (tenantId: number | null, key: string) => Promise<Value | undefined> | Value | undefined }

const mostEntries = 50_000
// While the cache is not trusted every request asks the database; more at once than this would only queue there.
const mostLoads = 64

/** What an entry stands on: the tenant whose changes undo it, or null when a change of any tenant can. */
type Loaded<Value> = { value: Value; tenantId: number | null; epoch: number }

/**
 * What is read on every request and changes seldom. An entry lives until a revocation of its tenant; nothing is believed
 * while the revocations are not being followed. A hit answers without a promise, so that it costs no turn of the loop.
 */
export const createGuardedCache = <Value>(
  revocations: Revocations,
  load: (tenantId: number | null, key: string) => Promise<Loaded<Value> | undefined>,
): GuardedCache<Value> => {
  const entries = new Map<string, { value: Value; tenantId: number | null }>()
  const loading = new Map<string, Promise<Value | undefined>>()
  let loads = 0

  revocations.onDrop((tenantId) => {
    // Who asks from now on must not be answered by a look-up that began before the change.
    loading.clear()
    if (tenantId === null) return entries.clear()
    for (const [key, entry] of entries) if (entry.tenantId === tenantId || entry.tenantId === null) entries.delete(key)
  })

  const remember = (key: string, { value, tenantId, epoch }: Loaded<Value>): void => {
    // Loaded from before the newest revocation: good for this request, too old to keep.
    if (epoch < revocations.epoch()) return
    const oldest = entries.size >= mostEntries ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(key, { value, tenantId })
  }

  const reload = (tenantId: number | null, key: string, entryKey: string): Promise<Value | undefined> => {
    const running = loading.get(entryKey)
    if (running) return running
    if (loads >= mostLoads)
      throw new Failure('service_unavailable', 'Too many credentials are being looked up at once. Repeat the request in a moment.', {
        retryAfterSeconds: 1,
      })
    loads += 1
    const started = load(tenantId, key)
      .then((loaded) => {
        if (loaded) remember(entryKey, loaded)
        return loaded?.value
      })
      .finally(() => {
        loads -= 1
        if (loading.get(entryKey) === started) loading.delete(entryKey)
      })
    loading.set(entryKey, started)
    return started
  }

  return {
    find: (tenantId, key) => {
      const entryKey = tenantId === null ? key : `${tenantId} ${key}`
      const entry = entries.get(entryKey)
      return entry && revocations.isTrusted() ? entry.value : reload(tenantId, key, entryKey)
    },
  }
}
