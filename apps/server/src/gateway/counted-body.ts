import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { maxBodyBytes } from './headers.ts'
import { bodyRefusals } from './refusals.ts'

async function* counted(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  // Whoever stops reading must not close the connection with it: the caller is still to be told why.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw bodyRefusals.tooLarge()
    yield chunk
  }
}

/** A body on its way to the engine, counted as it passes and read no faster than the engine takes it. */
export const countedBody = (body: Readable): Readable => Readable.from(counted(body), { objectMode: false })

/**
 * What is left of a body when its answer has been given. No further request of the connection is read before it, and to close the
 * connection instead would break off who is still sending and may not have read the answer.
 */
export const dropRest = (body: IncomingMessage): void => {
  if (body.readableEnded) return
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBodyBytes) body.socket.destroy()
  })
}
