import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createScan, wanted } from './scanner.ts'

const secret = `secret/${randomBytes(15).toString('base64')}+ü`
const noise = randomBytes(50_000)
const scan = createScan([wanted('secret', secret)])

describe('createScan', () => {
  it('finds nothing in random bytes', () => {
    expect(scan(noise)).toEqual([])
  })

  it.each<[string, Buffer | string]>([
    ['plain text', secret],
    ['hex', Buffer.from(secret).toString('hex')],
    ['upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['URL encoding', encodeURIComponent(secret)],
    ...[0, 1, 2].map((offset): [string, string] => [
      `base64 after ${offset} bytes`,
      Buffer.from(`${'x'.repeat(offset)}${secret}:more`).toString('base64'),
    ]),
    ['base64url', Buffer.from(`:${secret}`).toString('base64url')],
    ['gzip', gzipSync(`{"a":"${secret}"}`)],
    ['zlib', deflateSync(`{"a":"${secret}"}`)],
    ['gzip of base64', gzipSync(Buffer.from(`xx${secret}`).toString('base64'))],
    ['base64 of gzip', gzipSync(`some text before it, then ${secret}, and some after it`).toString('base64')],
  ])('finds a value written as %s between other bytes', (_, written) => {
    const content = Buffer.concat([noise, Buffer.from(' '), Buffer.from(written), Buffer.from(' '), noise])

    expect(scan(content)).not.toEqual([])
  })
})
