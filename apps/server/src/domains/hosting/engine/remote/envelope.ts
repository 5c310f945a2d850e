import { Readable } from 'node:stream'
import type { EngineCall } from '#nodes'
import { digestOf, type Envelope, maxEnvelopeBytes } from './wire.ts'

export type Opened = { envelope: Envelope; body: Readable | null }

/** Reads the envelope and leaves the rest to be read as the engine takes it. Throws when it is not the one that the token names. */
export const openEnvelope = async (request: Readable, { envelope: digest, envelopeBytes }: EngineCall): Promise<Opened> => {
  if (envelopeBytes > maxEnvelopeBytes) throw new Error(`An envelope of ${envelopeBytes} bytes is too long.`)
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  let read = Buffer.alloc(0)
  while (read.length < envelopeBytes) {
    const next = await chunks.next()
    if (next.done) throw new Error('The request ended within its envelope.')
    read = Buffer.concat([read, next.value])
  }
  const [head, left] = [read.subarray(0, envelopeBytes), read.subarray(envelopeBytes)]
  if (digestOf(head) !== digest) throw new Error('The envelope is not the one that the token was made for.')
  const envelope = JSON.parse(head.toString()) as Envelope

  async function* rest(): AsyncGenerator<Buffer> {
    if (left.length > 0) yield left
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { envelope, body: envelope.hasBody ? Readable.from(rest(), { objectMode: false }) : null }
}
