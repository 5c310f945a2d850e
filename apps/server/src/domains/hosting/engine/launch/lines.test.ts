import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../builds/index.ts'
import { onLines } from './lines.ts'

const secret = 'hunter-two-hunter-two'

const linesOf = async (said: string): Promise<string[]> => {
  const stream = new PassThrough()
  const lines: string[] = []
  onLines(stream, createRedactor({ CUBEJS_DB_PASS: secret }), (line) => void lines.push(line))
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
    const stream = new PassThrough()
    const lines: string[] = []
    onLines(
      stream,
      (line) => line,
      (line) => void lines.push(line),
    )

    for (let sent = 0; sent < 64; sent++) if (!stream.write('x'.repeat(65_536))) await once(stream, 'drain')
    stream.end('\nready\r\nlast')
    await once(stream, 'close')

    expect(stream.errored).toBeNull()
    expect(lines.map((line) => line.length)).toEqual([8192, 5, 4])
    expect(lines.slice(1)).toEqual(['ready', 'last'])
  })

  it('is read as letters however it is cut into pieces', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    onLines(
      stream,
      (line) => line,
      (line) => void lines.push(line),
    )

    for (const byte of Buffer.from('größer\n\n€')) stream.write(Buffer.of(byte))
    stream.end()
    await once(stream, 'close')

    expect(lines).toEqual(['größer', '', '€'])
  })
})
