import type { EngineLimits } from './types.ts'

/** What is not the operator's to set. */
export const standardLimits = {
  drainMs: 30_000,
  // A compilation of a large model may keep a process from answering for some seconds.
  health: { everyMs: 10_000, timeoutMs: 10_000, misses: 3 },
  stableMs: 10_000,
  backoff: { firstMs: 1000, maxMs: 60_000 },
  waiting: { max: 5000, maxPerTenant: 1000, maxPerEnvironment: 500, maxMs: 60_000 },
  logLinesPerSecond: 100,
} as const satisfies Partial<EngineLimits>
