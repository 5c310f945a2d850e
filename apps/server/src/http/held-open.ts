import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import type { AddHeaders } from './answer-headers.ts'
import { onClose } from './on-close.ts'

export type HeldOpen = {
  /** Aborts when the caller hangs up, or when the node closes: nothing waits for a stream that has no end of its own. */
  hold: (reply: FastifyReply) => AbortSignal
  /** Sends lines as they come. Resolves when the first is there, so that what fails before it is answered as anywhere else. */
  send: (request: FastifyRequest, reply: FastifyReply, lines: AsyncIterable<unknown>) => Promise<void>
}

// Nginx and those that follow it then pass lines on as they come. A connection that is kept after the stream would be waited for by a node
// that stops.
const streamHeaders = { 'x-accel-buffering': 'no', connection: 'close' }

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

const sendLines = async (response: ServerResponse, first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): Promise<void> => {
  for (let line = first; !line.done && !response.destroyed; line = await rest.next())
    if (!response.write(`${JSON.stringify(line.value)}\n`)) await drained(response)
  await rest.return?.()
  response.end()
}

/** Streams that last until something happens. */
export const createHeldOpen = (app: FastifyInstance, log: Pick<Services['log'], 'error'>, addHeaders: AddHeaders): HeldOpen => {
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
      onClose(reply.raw, () => {
        open.delete(controller)
        controller.abort()
      })
      return controller.signal
    },
    // Not by `reply.send`: a pipe and its watchers cost more memory than all that is known of a frame, and there are thousands of frames.
    send: async (request, reply, lines) => {
      const rest = lines[Symbol.asyncIterator]()
      const first = request.method === 'HEAD' ? { done: true as const, value: undefined } : await rest.next()
      addHeaders(request, reply)
      reply.hijack()
      const { raw } = reply
      raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
      // The head alone: one that goes with the first line is kept in the pieces it was made of.
      raw.flushHeaders()
      sendLines(raw, first, rest).catch((error: unknown) => {
        log.error({ requestId: request.id, err: error }, 'a stream broke')
        raw.destroy()
      })
    },
  }
}
