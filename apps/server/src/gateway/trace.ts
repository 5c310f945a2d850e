import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const requestIdForm = /^[A-Za-z0-9._:-]{1,100}$/
const idBytes = 24

export type Traced = { requestId: string; traceparent: string }

/** The caller's own ids where they are well formed, so that one id is found in its log, in ours and in the engine's. */
export const createTraces = (): ((headers: IncomingHttpHeaders) => Traced) => {
  // Drawn for many at once: asking for a few random bytes costs far more than the bytes.
  const drawn = Buffer.allocUnsafe(idBytes * 256)
  let used = drawn.length
  const next = (): string => {
    if (used === drawn.length) {
      randomFillSync(drawn)
      used = 0
    }
    used += idBytes
    return drawn.toString('hex', used - idBytes, used)
  }
  return (headers) => {
    const id = headers['x-request-id']
    const parent = headers['traceparent']
    const isTraced = typeof parent === 'string' && form.test(parent)
    const hex = isTraced ? '' : next()
    const traceparent = isTraced ? parent : `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
    return { traceparent, requestId: typeof id === 'string' && requestIdForm.test(id) ? id : traceparent.slice(3, 35) }
  }
}
