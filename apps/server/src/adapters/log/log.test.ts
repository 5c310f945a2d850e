import { describe, expect, it } from 'vitest'
import { createLog, flatLines } from '#adapters/log'

const key = `sk-${'Qm3kQ0m2Zr7uYw5T'.repeat(2)}`
const url = 'postgres://facet:hunter2@db.internal/facet'

const written = (write: (log: ReturnType<typeof createLog>) => void): { text: string; lines: Record<string, unknown>[] } => {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  return { text: lines.join(''), lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('the log', () => {
  it('writes one JSON object a line, with a level by name and a time', () => {
    const { lines } = written((log) => {
      log.info({ requestId: 'r1' }, 'request')
      log.warn('careful')
      log.debug('not at this level')
    })

    expect(lines).toMatchObject([
      { level: 'info', requestId: 'r1', msg: 'request' },
      { level: 'warn', msg: 'careful' },
    ])
    expect(String(lines[0]?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(Object.keys(lines[1] ?? {})).toEqual(['level', 'time', 'msg'])
  })

  it.each([
    ['in the message', (log: ReturnType<typeof createLog>) => log.info(`called with ${key} over ${url}`)],
    ['in an error', (log: ReturnType<typeof createLog>) => log.error({ err: new Error(`${key} is unknown at ${url}`) }, 'failed')],
    [
      'in the cause of a cause',
      (log: ReturnType<typeof createLog>) =>
        log.error({ err: new Error('outer', { cause: new Error('inner', { cause: new Error(`${key} ${url}`) }) }) }, 'failed'),
    ],
    ['thrown as text', (log: ReturnType<typeof createLog>) => log.error({ err: `${key} ${url}` }, 'failed')],
    [
      'as a header of a request',
      (log: ReturnType<typeof createLog>) => log.info({ request: { headers: { authorization: `Bearer ${key}` } } }, 'x'),
    ],
    [
      'under the name of a secret',
      (log: ReturnType<typeof createLog>) => log.info({ secret: key, body: { password: 'hunter2', token: key } }, 'x'),
    ],
    ['as an argument of the message', (log: ReturnType<typeof createLog>) => log.info('called with %s over %s', key, url)],
  ])('does not print a credential that stands %s', (_, write) => {
    const { text, lines } = written(write)

    expect(lines).toHaveLength(1)
    expect(text).not.toContain(key.slice(3, 20))
    expect(text).not.toContain('hunter2')
    expect(text).toContain('redacted')
  })

  it.each([
    [`es_498534_f_${'a'.repeat(43)}`, 'es_[redacted]'],
    ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ[redacted]'],
  ])('takes session ids and embed tokens out of messages: %s', (secret, shown) => {
    const { text, lines } = written((log) => log.error({ err: new Error(`failed for ${secret}`) }, `sent ${secret}`))

    expect(lines).toMatchObject([{ msg: `sent ${shown}`, err: { message: `failed for ${shown}` } }])
    expect(text).not.toContain(secret)
  })

  it('writes flat lines like any other, without what stands under the name of a secret', () => {
    const { text, lines } = written((log) =>
      flatLines(log)({ requestId: 'r1', status: 200, tenantId: undefined, token: 'hunter2' }, `request ${key}`),
    )

    expect(lines).toMatchObject([{ level: 'info', requestId: 'r1', status: 200, token: '[redacted]', msg: 'request sk-[redacted]' }])
    expect(Object.keys(lines[0] ?? {})).toEqual(['level', 'time', 'requestId', 'status', 'token', 'msg'])
    expect(text).not.toContain('hunter2')
  })

  it('tells of an error what finds it, and leaves out what a statement carried', () => {
    const broken = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (value)=(a warehouse password) already exists.',
      parameters: ['a warehouse password'],
      query: 'insert into …',
    })
    const { text, lines } = written((log) => log.error({ err: new Error('saving failed', { cause: broken }) }, 'failed'))

    expect(lines[0]).toMatchObject({ err: { type: 'Error', message: 'saving failed', cause: { code: '23505', message: broken.message } } })
    expect(text).toContain('log.test.ts')
    expect(text).not.toContain('a warehouse password')
  })
})
