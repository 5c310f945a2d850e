export type Rest = { count: number; error: string; retryAtMs: number }

export type Backoff = {
  /** The rest that the build has to take now, or null if it may be tried. */
  restOf: (buildId: number) => Rest | null
  failed: (buildId: number, error: string) => Rest
  /** What was counted is forgotten, of this build or of all others. */
  forget: (buildId: number) => void
  forgetOthers: (...buildIds: readonly number[]) => void
  isEmpty: () => boolean
}

/** Counts failures of builds, and has each rest after them: twice as long every time, up to the highest. */
export const createBackoff = ({ firstMs, maxMs }: { firstMs: number; maxMs: number }, nowMs: () => number): Backoff => {
  const rests = new Map<number, Rest>()
  return {
    restOf: (buildId) => {
      const rest = rests.get(buildId)
      return rest && rest.retryAtMs > nowMs() ? rest : null
    },
    failed: (buildId, error) => {
      const count = (rests.get(buildId)?.count ?? 0) + 1
      const rest = { count, error, retryAtMs: nowMs() + Math.min(maxMs, firstMs * 2 ** (count - 1)) }
      rests.set(buildId, rest)
      return rest
    },
    forget: (buildId) => void rests.delete(buildId),
    forgetOthers: (...kept) => {
      for (const buildId of rests.keys()) if (!kept.includes(buildId)) rests.delete(buildId)
    },
    isEmpty: () => rests.size === 0,
  }
}
