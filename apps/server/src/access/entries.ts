/** What an entry depends on: the tenant whose changes invalidate it, or null when a change of any tenant can. Without a value it was good once, and has to be asked for again. */
export type Entry<Value> = { tenantId: number | null; value: Value | undefined }

export type Entries<Value> = {
  find: (tenantId: number | null, key: string) => Entry<Value> | undefined
  keep: (tenantId: number | null, key: string, entry: Entry<Value>) => void
  remove: (tenantId: number | null, key: string) => void
  drop: (tenantId: number | null) => void
}

const limits = { max: 50_000, maxPerTenant: 20_000 }

/** Entries by the tenant they are looked up in, so that one tenant alone never evicts those of all others. */
export const createEntries = <Value>({ max, maxPerTenant } = limits): Entries<Value> => {
  const tenants = new Map<number | null, Map<string, Entry<Value>>>()
  let size = 0

  const remove = (tenantId: number | null, key: string): void => {
    const entries = tenants.get(tenantId)
    if (!entries?.delete(key)) return
    size -= 1
    if (entries.size === 0) tenants.delete(tenantId)
  }
  const removeOldest = (tenantId: number | null): void => {
    const oldest = tenants.get(tenantId)?.keys().next().value
    if (oldest !== undefined) remove(tenantId, oldest)
  }
  /** Evicts one entry of each tenant in turn. */
  const makeRoom = (): void => {
    for (const [tenantId, entries] of tenants) {
      tenants.delete(tenantId)
      tenants.set(tenantId, entries)
      return removeOldest(tenantId)
    }
  }
  const dropIn = (lookedUpIn: number | null, isDropped: (entry: Entry<Value>) => boolean): void => {
    const entries = tenants.get(lookedUpIn)
    for (const [key, entry] of entries ?? []) if (isDropped(entry)) entries?.set(key, { tenantId: entry.tenantId, value: undefined })
  }

  return {
    find: (tenantId, key) => tenants.get(tenantId)?.get(key),
    keep: (tenantId, key, entry) => {
      remove(tenantId, key)
      if (tenantId !== null && (tenants.get(tenantId)?.size ?? 0) >= maxPerTenant) removeOldest(tenantId)
      else if (size >= max) makeRoom()
      const entries = tenants.get(tenantId) ?? new Map<string, Entry<Value>>()
      tenants.set(tenantId, entries.set(key, entry))
      size += 1
    },
    remove,
    drop: (tenantId) => {
      if (tenantId === null) for (const lookedUpIn of tenants.keys()) dropIn(lookedUpIn, () => true)
      else {
        dropIn(tenantId, () => true)
        dropIn(null, (entry) => entry.tenantId === tenantId || entry.tenantId === null)
      }
    },
  }
}
