import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '#kernel/failure'

export type HeldOpen = {
  /** Aborts when the caller hangs up, or when the node closes: nothing waits for a stream that has no end of its own. */
  hold: (reply: FastifyReply) => AbortSignal
}

// Nginx and those that follow it then pass lines on as they come. A connection that is kept after the stream would be waited for by a node
// that stops.
const streamHeaders = { 'x-accel-buffering': 'no', connection: 'close' }

/** Streams that last until something happens. */
export const createHeldOpen = (app: FastifyInstance): HeldOpen => {
  const open = new Set<AbortController>()
  let isClosing = false
  const nodeStops = (): Failure => new Failure('service_unavailable', 'This node is stopping. Open the stream again.')
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const controller of open) controller.abort(nodeStops())
    done()
  })
  return {
    hold: (reply) => {
      const controller = new AbortController()
      reply.headers(streamHeaders)
      if (isClosing || reply.raw.destroyed) controller.abort(nodeStops())
      else open.add(controller)
      // Also when all was sent: to a HEAD everything is, and what would have come is read by nobody.
      reply.raw.once('close', () => {
        open.delete(controller)
        controller.abort()
      })
      return controller.signal
    },
  }
}
