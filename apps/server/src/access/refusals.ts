import type { Failure } from '#kernel/failure'

/** Found to be nobody's, or refused with this failure. */
export type Refusal = { failure: Failure | undefined }

export type Refusals = {
  find: (tenantId: number | null, key: string) => Refusal | undefined
  keep: (tenantId: number | null, key: string, failure?: Failure) => void
  /** After a change of this tenant, or of nobody knows whom; what stands under no tenant ends with either. */
  drop: (tenantId: number | null) => void
}

// Long enough to spare the database a client that repeats itself, too short for anyone to wait for.
const ttlMs = 2000
const limits = { max: 20_000, maxPerTenant: 500, maxOfHosts: 5000 }
const sweepEveryMs = 250

/**
 * What was found to be unknown a moment ago. Whoever comes when a tenant's part is full is not kept: many made-up keys of one
 * tenant evict no refusal of another, nor of their own.
 */
export const createRefusals = (now: () => number = () => performance.now(), { max, maxPerTenant, maxOfHosts } = limits): Refusals => {
  // All live equally long, so the first are also the first to end.
  const kept = new Map<string, Refusal & { tenantId: number | null; endsAtMs: number }>()
  const counts = new Map<number | null, number>()
  let sweptAtMs = 0
  const nameOf = (tenantId: number | null, key: string): string => `${tenantId ?? ''} ${key}`

  const remove = (name: string, tenantId: number | null): void => {
    kept.delete(name)
    const left = (counts.get(tenantId) ?? 1) - 1
    if (left === 0) counts.delete(tenantId)
    else counts.set(tenantId, left)
  }
  const removeEnded = (): void => {
    if (now() < sweptAtMs + sweepEveryMs) return
    sweptAtMs = now()
    for (const [name, { tenantId, endsAtMs }] of kept) {
      if (endsAtMs > now()) return
      remove(name, tenantId)
    }
  }

  return {
    find: (tenantId, key) => {
      if (kept.size === 0) return undefined
      const refusal = kept.get(nameOf(tenantId, key))
      return refusal && refusal.endsAtMs > now() ? refusal : undefined
    },
    keep: (tenantId, key, failure) => {
      removeEnded()
      const name = nameOf(tenantId, key)
      const before = kept.get(name)
      if (before && before.endsAtMs > now()) return
      if (before) remove(name, tenantId)
      const count = counts.get(tenantId) ?? 0
      if (kept.size >= max || count >= (tenantId === null ? maxOfHosts : maxPerTenant)) return
      kept.set(name, { tenantId, failure, endsAtMs: now() + ttlMs })
      counts.set(tenantId, count + 1)
    },
    drop: (tenantId) => {
      for (const [name, refusal] of kept)
        if (tenantId === null || refusal.tenantId === null || refusal.tenantId === tenantId) remove(name, refusal.tenantId)
    },
  }
}
