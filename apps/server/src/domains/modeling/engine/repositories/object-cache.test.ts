import { describe, expect, it } from 'vitest'
import type { ObjectReader } from '#adapters/git'
import { createObjectCache } from './object-cache.ts'

const readerOf = (content: (oid: string) => string) => {
  const asked: string[] = []
  const reader: ObjectReader = {
    read: async (oid) => {
      asked.push(oid)
      return { type: 'blob', content: Buffer.from(content(oid)) }
    },
    sizeOf: async (oid) => content(oid).length,
    close: () => undefined,
  }
  return { asked, reader }
}

describe('the object cache', () => {
  it('reads an object once', async () => {
    const { asked, reader } = readerOf((oid) => oid)
    const cached = createObjectCache(10_000).before('one', reader)

    await cached.read('a')

    expect((await cached.read('a')).content.toString()).toBe('a')
    expect(asked).toEqual(['a'])
  })

  it('gives one repository nothing of another', async () => {
    const cache = createObjectCache(10_000)
    const one = cache.before('one', readerOf(() => 'secret').reader)
    const other = cache.before('other', readerOf(() => 'own').reader)
    await one.read('a')

    expect((await other.read('a')).content.toString()).toBe('own')
  })

  it('lets go of the longest unused when it is full, and keeps nothing that is large', async () => {
    const { asked, reader } = readerOf((oid) => (oid === 'large' ? 'x'.repeat(300_000) : 'x'.repeat(300)))
    const cached = createObjectCache(1200).before('one', reader)

    for (const oid of ['a', 'b', 'a', 'c', 'a', 'b', 'large', 'large']) await cached.read(oid)

    expect(asked).toEqual(['a', 'b', 'c', 'b', 'large', 'large'])
  })
})
