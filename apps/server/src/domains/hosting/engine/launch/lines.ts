import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const maxLineChars = 8192
// More of a line than is shown is kept until it ends, so that a value across the cut is recognised whole.
const maxHeldChars = maxLineChars * 8

/**
 * Hands on what a program says, line by line, without the values of its variables. Of a line that is too long the rest is passed over: it
 * must not fill the memory of this process, and who does not read any more ends the program that writes. Lines are cut last: half a value
 * would not be recognised.
 */
export const onLines = (stream: Readable, redact: (line: string) => string, onLine: (line: string) => void): void => {
  const decoder = new StringDecoder('utf8')
  let held = ''
  const hold = (text: string): void => {
    if (held.length < maxHeldChars) held += text.slice(0, maxHeldChars - held.length)
  }
  const emit = (): void => {
    const line = held.endsWith('\r') ? held.slice(0, -1) : held
    held = ''
    onLine(redact(line).slice(0, maxLineChars))
  }
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    hold(first)
    for (const part of others) {
      emit()
      hold(part)
    }
  })
  stream.on('end', () => {
    hold(decoder.end())
    if (held !== '') emit()
  })
  stream.on('error', () => undefined)
}
