/** Keeps an answer instead of passing it on, up to so many bytes; `text` is what came. */
export type Collector = { add: (chunk: Buffer) => boolean; text: () => string; bytes: () => Buffer }

export const createCollector = (maxBytes: number): Collector => {
  const chunks: Buffer[] = []
  let length = 0
  const bytes = (): Buffer => Buffer.concat(chunks).subarray(0, maxBytes)
  return {
    /** False: it is more than is kept. */
    add: (chunk) => {
      if (length < maxBytes) chunks.push(chunk)
      length += chunk.length
      return length <= maxBytes
    },
    bytes,
    text: () => bytes().toString(),
  }
}
