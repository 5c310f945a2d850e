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
