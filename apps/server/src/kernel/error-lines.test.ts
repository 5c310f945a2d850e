import { describe, expect, it } from 'vitest'
import { createErrorLines } from './error-lines.ts'

const schema = '{"schema":[{"name":"a"}]}\n'
const data = '{"data":[["{\\"error\\""]]}\n'

/** What a caller reads when the answer comes in pieces of this size. */
const passed = (answer: string, size: number): { read: string; errors: string[] } => {
  const errors: string[] = []
  const lines = createErrorLines((line) => {
    errors.push(line)
    return '{"error":"our words"}'
  })
  const bytes = Buffer.from(answer)
  let read = ''
  for (let at = 0; at < bytes.length; at += size) read += lines.pass(bytes.subarray(at, at + size)).toString()
  return { read: read + lines.rest().toString(), errors }
}

describe.each([1, 3, 8, 9, 1000])('lines that come %i bytes at a time', (size) => {
  it('pass as they are when none tells an error', () => {
    for (const answer of [schema + data, schema + data.trimEnd(), '', '\n\n', '{}', '{"error":"Continue wait"}\n'])
      expect(passed(answer, size)).toEqual({ read: answer, errors: [] })
  })

  it.each(['\n', ''])('have our words in the place of an error, ended by %j', (ending) => {
    const line = `{"error":"duplicate key (card)=(4111)","requestId":"x"}${ending}`

    const { read, errors } = passed(schema + data + line, size)

    expect(read.startsWith(schema + data)).toBe(true)
    expect(JSON.parse(read.slice((schema + data).length))).toEqual({ error: 'our words' })
    expect(read).not.toContain('4111')
    expect(errors).toEqual([line])
  })
})
