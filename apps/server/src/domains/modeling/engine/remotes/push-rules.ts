/**
 * The lease of a push: how long it belongs to the request or the node that is trying it. Renewed while it runs, so
 * that another node retries only what a dead one left behind.
 */
export const leaseSeconds = 60
export const renewLeaseMs = 20_000

const firstDelaySeconds = 15
const maxDelaySeconds = 3600

/** About a day. */
const maxAttempts = 30

/** Exponential backoff: how long to wait after so many failures, null when it is abandoned. The remote may be fixed at any time. */
export const delayAfter = (attempts: number): number | null =>
  attempts >= maxAttempts ? null : Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** (Math.max(1, attempts) - 1))
