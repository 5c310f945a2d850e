/**
 * How long a push is left to whoever has it: the request that asked for it, or the node that took it up. Renewed while it is under way, so
 * that only what a node left behind is tried by another.
 */
export const holdSeconds = 60
export const renewHoldMs = 20_000

const firstDelaySeconds = 15
const maxDelaySeconds = 3600

/** About a day. */
const maxAttempts = 30

/** How long to wait after so many failures; nothing when it is given up. What stands in the way may be mended at the remote at any time. */
export const delayAfter = (attempts: number): number | null =>
  attempts >= maxAttempts ? null : Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** (Math.max(1, attempts) - 1))
