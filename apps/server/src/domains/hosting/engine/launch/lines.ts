import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const maxLineChars = 8192

/**
 * Hands on what a program says, line by line, without the values of its variables. A line without an end would otherwise fill the memory
 * of this process. Long lines are cut last: half a value would not be recognised.
 */
export const onLines = (stream: Readable, redact: (line: string) => string, onLine: (line: string) => void): void => {
  let held = 0
  stream.on('data', (chunk: Buffer) => {
    held = chunk.includes(10) ? 0 : held + chunk.length
    if (held > maxLineChars * 8) stream.destroy()
  })
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => onLine(redact(line).slice(0, maxLineChars)))
  stream.on('error', () => undefined)
}
