import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#kernel/failure'

// Spread, or all who were refused together would come back together, and again after that.
const [minDelayMs, maxDelayMs] = [1000, 3000]
// A held answer costs a little memory; whoever comes when there are more is answered at once.
const maxHeld = 5000

/**
 * Callers without a known credential who are refused for asking too much are told so about two seconds later. Each of
 * their connections then costs half a refusal per second, where a closed loop would keep the event loop busy with them.
 */
export const createRefusalDelay = (): ((request: FastifyRequest, reply: FastifyReply, failure: Failure) => Promise<void>) => {
  let held = 0
  return async ({ facet }, { raw }, failure) => {
    if (failure.kind !== 'rate_limited' || facet.caller || held >= maxHeld || raw.destroyed) return
    held += 1
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const release = (): void => resolve(undefined)
    const timer = setTimeout(release, randomInt(minDelayMs, maxDelayMs))
    // Whoever hangs up holds nothing.
    raw.once('close', release)
    await promise
    clearTimeout(timer)
    raw.off('close', release)
    held -= 1
  }
}
