import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

type Body = Dispatcher.DispatchOptions['body']

/** A body on its way to another node, which may be asked after one that could not be reached. */
export type RepeatableBody = {
  hasBody: boolean
  /** The envelope and what follows it; read no faster than it is sent. */
  after: (envelope: Buffer) => Buffer | Readable
  /** Whether nothing of it was read yet, so that it can be sent to another. */
  isWhole: () => boolean
  /** What reading it failed with. */
  error: () => Error | null
}

export const repeatable = (body: Body): RepeatableBody => {
  const hasBody = body !== null && body !== undefined
  let isWhole = true
  let error: Error | null = null
  async function* sent(envelope: Buffer): AsyncGenerator<Buffer> {
    yield envelope
    isWhole = false
    try {
      if (typeof body === 'string' || body instanceof Uint8Array) yield Buffer.from(body)
      else for await (const chunk of body as AsyncIterable<Buffer>) yield chunk
    } catch (problem) {
      error = problem instanceof Error ? problem : new Error(String(problem))
      throw error
    }
  }
  return {
    hasBody,
    after: (envelope) => (hasBody ? Readable.from(sent(envelope), { objectMode: false }) : envelope),
    isWhole: () => isWhole,
    error: () => error,
  }
}
