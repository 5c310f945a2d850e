import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { maxBodyBytesOf, readBody } from './read-body.ts'

const mebibyte = 1_048_576

describe('the limit of a body', () => {
  it.each([
    ['embed', 1],
    ['issued', 1],
    ['deployment', 8],
  ] as const)('follows the credential: %s has %i MB', (credential, megabytes) => {
    expect(maxBodyBytesOf({ credential })).toBe(megabytes * mebibyte)
  })

  it.each([
    ['as long as allowed', ['12345', '67890'], '1234567890'],
    ['empty', [], ''],
  ])('lets pass one that is %s', async (_, chunks, text) => {
    const body = await readBody(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 10)

    expect(body.toString()).toBe(text)
  })

  it('refuses one that is a byte longer, and one that breaks off', async () => {
    const broken = new Readable({ read: () => undefined })
    broken.destroy(new Error('aborted'))

    await expect(readBody(Readable.from([Buffer.alloc(11)]), 10)).rejects.toMatchObject({ status: 413, code: 'body_too_large' })
    await expect(readBody(broken, 10)).rejects.toMatchObject({ status: 400, code: 'body_incomplete' })
  })
})
