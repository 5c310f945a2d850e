import { randomBytes, randomFillSync } from 'node:crypto'

const requestIdForm = /^[A-Za-z0-9._:-]{1,100}$/
const idBytes = 12

export const newRequestId = (): string => randomBytes(idBytes).toString('base64url')

/** Draws for many ids at once: asking for a few random bytes costs far more than the bytes. */
export const createRequestIds = (): (() => string) => {
  const drawn = Buffer.allocUnsafe(idBytes * 256)
  let used = drawn.length
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn)
      used = 0
    }
    used += idBytes
    return drawn.toString('base64url', used - idBytes, used)
  }
}

/** The caller's own id when it is well formed, so that one id finds a request in both logs. */
export const requestIdOf = (header: string | string[] | undefined, next: () => string): string =>
  typeof header === 'string' && requestIdForm.test(header) ? header : next()
