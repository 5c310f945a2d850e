import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Services } from '#context'
import { type HeldBytes, networkOf } from '#limits'
import { onClose } from './on-close.ts'
import { callerGone } from './stream-signal.ts'

// What a body becomes: its bytes, its text, what the text says, and what is made of that.
const timesInMemory = 4
const smallBytes = 1_048_576

const untilClosed = (reply: FastifyReply, held: HeldBytes): HeldBytes => {
  onClose(reply.raw, held.release)
  return held
}

/** What a request holds of its tenant's memory, given back when its answer has left, or its caller has, at the latest. */
const heldBytesOf = ({ workMemory }: Services, request: FastifyRequest, reply: FastifyReply): HeldBytes => {
  const { caller, heldBytes } = request.facet
  if (heldBytes) return heldBytes
  if (!caller) throw new Error('Memory is reserved for a known caller only.')
  return (request.facet.heldBytes = untilClosed(reply, workMemory.open(caller.tenantId)))
}

/** What its body holds: of the tenant's memory only for whom the tenant has let in. */
const heldBodyOf = (services: Services, request: FastifyRequest, reply: FastifyReply): HeldBytes => {
  const { caller, address } = request.facet
  const isAnonymous = caller?.credentialKind === null
  const held = isAnonymous ? untilClosed(reply, services.anonymousMemory.open(networkOf(address))) : heldBytesOf(services, request, reply)
  return (request.facet.heldBody = held)
}

/** Takes more for an answer. Nobody would give back what is taken for one that is streamed, once its reader has gone. */
export const holdBytes = (services: Services, request: FastifyRequest, reply: FastifyReply, bytes: number): void => {
  if (reply.raw.closed && request.facet.operation?.streams) throw callerGone()
  heldBytesOf(services, request, reply).take(bytes)
}

/** The handler is over. What it took for a caller who had left before, no event gives back. */
export const releaseOfGone = ({ facet: { heldBytes } }: FastifyRequest, reply: FastifyReply): void => {
  if (reply.raw.closed) heldBytes?.release()
}

/** The body was read: reduces the reservation to its actual size, where its length was not announced. */
export const holdActualSize = ({ facet: { heldBody } }: FastifyRequest, body: string): void =>
  heldBody?.keepOnly(timesInMemory * Buffer.byteLength(body))

/** Drops the body once it is no longer needed: what follows may take long. */
export const releaseBody = (request: FastifyRequest, input: { body: unknown }): void => {
  input.body = undefined
  request.body = undefined
  request.facet.signedText = null
  request.facet.heldBody?.release()
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
      onClose(reply.raw, () => leaving.abort(callerGone()))
      heldBodyOf(services, request, reply)
        .enter(timesInMemory * bytes, leaving.signal)
        .then(() => done(), done)
    },
  ]
}
