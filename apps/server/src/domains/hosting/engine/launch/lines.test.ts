import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { createRedactor } from '../builds/index.ts'
import { createLogLines } from '../engines/log-lines.ts'
import { onLines } from './lines.ts'

const secret = 'hunter-two-hunter-two'

const made = (line: string | (() => string)): string => (typeof line === 'string' ? line : line())

/** A stream, and the lines that were heard on it so far. */
const hear = (redact: (line: string) => string = (line) => line) => {
  const stream = new PassThrough()
  const lines: string[] = []
  onLines(stream, redact, (line) => void lines.push(made(line)))
  return { stream, lines }
}

const linesOf = async (said: string): Promise<string[]> => {
  const { stream, lines } = hear(createRedactor({ CUBEJS_DB_PASS: secret }))
  stream.end(said)
  await once(stream, 'close')
  return lines
}

describe('what an engine says', () => {
  it('is handed on by lines, without the values of variables in whatever form', async () => {
    const said = [secret, JSON.stringify({ pass: secret }), encodeURIComponent(secret), Buffer.from(secret).toString('base64')]

    const lines = await linesOf(`${said.join('\n')}\nready\n`)

    expect(lines).toEqual(['[CUBEJS_DB_PASS]', '{"pass":"[CUBEJS_DB_PASS]"}', '[CUBEJS_DB_PASS]', '[CUBEJS_DB_PASS]', 'ready'])
  })

  it('shows no half of a value where a long line is cut', async () => {
    const [line = ''] = await linesOf(`${'x'.repeat(8192 - 10)}${secret}\n`)

    expect(line).toHaveLength(8192)
    expect(line).not.toContain(secret.slice(0, 5))
  })

  it('goes on after a line that never seems to end: nobody stops reading, which would end the engine', async () => {
    const { stream, lines } = hear()

    for (let sent = 0; sent < 64; sent++) if (!stream.write('x'.repeat(65_536))) await once(stream, 'drain')
    stream.end('\nready\r\nlast')
    await once(stream, 'close')

    expect(stream.errored).toBeNull()
    expect(lines.map((line) => line.length)).toEqual([8192, 5, 4])
    expect(lines.slice(1)).toEqual(['ready', 'last'])
  })

  it('is read as letters however it is cut into pieces', async () => {
    const { stream, lines } = hear()

    for (const byte of Buffer.from('größer\n\n€')) stream.write(Buffer.of(byte))
    stream.end()
    await once(stream, 'close')

    expect(lines).toEqual(['größer', '', '€'])
  })

  it('is redacted only where it is kept: what is more than a second takes costs nothing', async () => {
    const stream = new PassThrough()
    let redacted = 0
    const kept: string[] = []
    const lines = createLogLines((line) => void kept.push(line), 100)
    onLines(
      stream,
      (line) => {
        redacted += 1
        return line
      },
      lines.add,
    )

    for (let sent = 0; sent < 50; sent++) if (!stream.write('said again\n'.repeat(6000))) await once(stream, 'drain')
    stream.end('the last one\n')
    await once(stream, 'close')

    expect(redacted).toBe(100)
    expect(lines.last().at(-1)).toBe('the last one')
    lines.close()
    expect(kept.slice(100)).toEqual(['299901 lines were dropped: more than 100, or 128 kB, came in a second.'])
  })

  it('is kept in bounds of characters, too', async () => {
    const kept: string[] = []
    const lines = createLogLines((line) => void kept.push(line), 100)

    for (let said = 0; said < 50; said++) lines.add('x'.repeat(8000))
    lines.close()

    expect(kept.map((line) => line.length).filter((length) => length === 8000)).toHaveLength(17)
    expect(kept.at(-1)).toContain('33 lines were dropped')
  })

  it('waits for the next second where it is more than anybody could read', async () => {
    vi.useFakeTimers()
    try {
      const stream = new PassThrough({ highWaterMark: 64 * 1_048_576 })
      const taken: string[] = []
      onLines(
        stream,
        (line) => line,
        () => void taken.push('line'),
      )

      for (let sent = 0; sent < 20; sent++) stream.emit('data', Buffer.from(`${'x'.repeat(1_048_575)}\n`))
      expect(stream.isPaused()).toBe(true)
      vi.advanceTimersByTime(1000)

      expect(stream.isPaused()).toBe(false)
      expect(taken).toHaveLength(20)
    } finally {
      vi.useRealTimers()
    }
  })
})
