import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { foreignText, redactMargin } from '../builds/index.ts'
import type { OnLine } from '../engines/index.ts'

const maxLineChars = 8192
// Of one piece of what is said: a pipe gives 64 kB at a time, and so many lines of it are more than are kept of a second.
const maxLinesAtOnce = 1000
const maxBytesPerSecond = 8 * 1_048_576
const newline = 10

/** What of a piece is looked at: its last lines; those before are counted. */
const lastLinesOf = (chunk: Buffer): { rest: Buffer; passedOver: number } => {
  let count = 0
  let start = 0
  for (let at = chunk.length - 1; at >= 0; at--) {
    if (chunk[at] !== newline) continue
    if (count === maxLinesAtOnce) start = at + 1
    count += 1
  }
  return { rest: chunk.subarray(start), passedOver: Math.max(0, count - maxLinesAtOnce) }
}

/**
 * Hands on what a program says, line by line, without the values of its variables. Each line is made when it is asked for, so that one that
 * is dropped costs nothing. Of a line that is too long the rest is passed over: it must not fill the memory of this process, and who does
 * not read any more ends the program that writes. Only one that says more than anybody could read waits for the next second.
 */
export const onLines = (stream: Readable, redact: (line: string) => string, onLine: OnLine): void => {
  let decoder = new StringDecoder('utf8')
  let held = ''
  let passedOver = 0
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const hold = (text: string): void => {
    // More of a line than is shown: a value across the cut is recognised.
    const room = maxLineChars + redactMargin - held.length
    if (room > 0) held += text.slice(0, room)
  }
  const emit = (): void => {
    const line = held.endsWith('\r') ? held.slice(0, -1) : held
    held = ''
    onLine(() => foreignText(line, maxLineChars, redact), passedOver)
    passedOver = 0
  }
  const endSecond = (): void => {
    timer = undefined
    bytes = 0
    if (stream.isPaused()) stream.resume()
  }
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    timer ??= setTimeout(endSecond, 1000)
    if (bytes > maxBytesPerSecond) stream.pause()
    const lines = lastLinesOf(chunk)
    if (lines.passedOver > 0) {
      passedOver = lines.passedOver
      decoder = new StringDecoder('utf8')
      held = ''
    }
    const [first = '', ...others] = decoder.write(lines.rest).split('\n')
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
  stream.on('close', () => clearTimeout(timer))
  stream.on('error', () => undefined)
}
