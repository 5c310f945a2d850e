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
  if (!caller) throw new Error('Memory is reserved for a known caller only.')
  const held = workMemory.open(caller.tenantId)
  request.facet.heldBytes = held
  reply.raw.once('close', held.release)
  return held
}

/** The body was read: reduces the reservation to its actual size, where its length was not announced. */
export const holdActualSize = ({ facet: { heldBytes } }: FastifyRequest, body: string): void =>
  heldBytes?.keepOnly(timesInMemory * Buffer.byteLength(body))

/** Drops the body once it is no longer needed: what follows may take long. */
export const releaseBody = (request: FastifyRequest, input: { body: unknown }): void => {
  input.body = undefined
  request.body = undefined
  request.facet.signedText = null
  request.facet.heldBytes?.release()
}

/** Reserves memory for a large body before any of it is read. No hooks where no body is large. */
export const reserveBodyMemory = (services: Services, bodyLimitBytes: number): onRequestHookHandler[] => {
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
