import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Services } from '#context'
import type { HeldBytes } from '#limits'

// What a body becomes: its bytes, its text, what the text says, and what is made of that.
const timesInMemory = 4
const smallBytes = 1_048_576

/** What a request holds in memory, given back when its answer has left, or its caller has, at the latest. */
export const heldBytesOf = ({ workMemory }: Services, request: FastifyRequest, reply: FastifyReply): HeldBytes => {
  const { caller, heldBytes } = request.facet
  if (heldBytes) return heldBytes
  if (!caller) throw new Error('Nothing is held for nobody.')
  const held = workMemory.open(caller.tenantId)
  request.facet.heldBytes = held
  reply.raw.once('close', held.release)
  return held
}

/** A body has been read, and was so long: where nobody had said so, room was held for the longest. */
export const holdOnlyRead = ({ facet: { heldBytes } }: FastifyRequest, body: string): void =>
  heldBytes?.keepOnly(timesInMemory * Buffer.byteLength(body))

/** What the body says has been done, and nobody needs it any more: what comes now may take long. */
export const letGoOfBody = (request: FastifyRequest, input: { body: unknown }): void => {
  input.body = undefined
  request.body = undefined
  request.facet.heldBytes?.release()
}

/** Waits for room for a large body before any of it is read. Nothing where no body is large. */
export const holdBodies = (services: Services, bodyLimitBytes: number): onRequestHookHandler[] => {
  if (bodyLimitBytes <= smallBytes) return []
  return [
    (request, reply, done) => {
      const bytes = Math.min(Number(request.headers['content-length'] ?? bodyLimitBytes), bodyLimitBytes)
      if (!(bytes > smallBytes)) return done()
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort(new Error('The caller hung up.')))
      heldBytesOf(services, request, reply)
        .enter(timesInMemory * bytes, leaving.signal)
        .then(() => done(), done)
    },
  ]
}
