import { describe, expect, it } from 'vitest'
import { readLines } from '../src/data/read-lines.ts'

const streamOf = (...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      controller.close()
    },
  })

const linesOf = async (...pieces: (string | Uint8Array)[]): Promise<unknown[]> => {
  const lines: unknown[] = []
  for await (const line of readLines(streamOf(...pieces))) lines.push(line)
  return lines
}

describe('lines of a stream', () => {
  it.each([
    [['{"a":1}\n{"a":2}\n'], [{ a: 1 }, { a: 2 }]],
    [
      ['{"a"', ':1', '}', '\n{"a":2}\n{'],
      [{ a: 1 }, { a: 2 }],
    ],
    [['\n\n{"a":1}\n\n'], [{ a: 1 }]],
    [['{"a":1}'], []],
    [[], []],
  ])('of %j are %j: what was cut off is none', async (pieces, lines) => {
    expect(await linesOf(...pieces)).toEqual(lines)
  })

  it('may be cut within a letter', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}\n')

    expect(await linesOf(bytes.slice(0, 7), bytes.slice(7))).toEqual([{ a: 'é' }])
  })
})
