/** Long enough for the request that asked for a push to see to it; when its node is gone, another one does after this. */
export const graceSeconds = 60

/** Longer than a push may take: nobody else tries one that is under way. */
export const holdSeconds = 900

const firstDelaySeconds = 15
const maxDelaySeconds = 3600

/** About a day. */
const maxAttempts = 30

/** How long to wait after so many failures; nothing when it is given up. What stands in the way may be mended at the remote at any time. */
export const delayAfter = (attempts: number): number | null =>
  attempts >= maxAttempts ? null : Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** (attempts - 1))
