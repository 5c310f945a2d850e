import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { peakOf } from '@facet/testkit/memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fingerprintOf,
  type NumberedKey,
  numberedKey,
  numberOf,
  type ObjectKey,
  objectKey,
  objectPrefix,
  type ObjectStore,
  storedObjectKey,
} from '#adapters/object-store'

/** A store, and where it keeps the bytes of a key: below the adapter, for damage that only a disk does. */
export type StoreUnderTest = { store: ObjectStore; fileOf: (key: ObjectKey) => string }

const someone = (): { tenantId: number } => ({ tenantId: randomInt(1, 2 ** 40) })

const allOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** What every kind of object store does. */
export const itKeepsObjects = (given: () => StoreUnderTest): void => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'facet-objects-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const unused = (): string => join(folder, randomBytes(6).toString('hex'))
  const leftOf = (file: string): string[] => readdirSync(folder).filter((name) => name.startsWith(basename(file)))
  const prepared = async (bytes: Buffer, access = someone()) => {
    const { sha256 } = await fingerprintOf(bytes)
    return { bytes, sha256, key: objectKey(access, { kind: 'packs', sha256 }) }
  }
  const stored = async (bytes = randomBytes(100_000), access = someone()) => {
    const object = await prepared(bytes, access)
    await given().store.put(object.key, object.bytes)
    return object
  }
  /** Settles as callers see it, whichever way an object is read. */
  const readEachWay = (key: ObjectKey, sha256: string, file = unused()): Promise<PromiseSettledResult<unknown>[]> => {
    const { store } = given()
    return Promise.allSettled([store.get(key, sha256), store.getToFile(key, sha256, file), allOf(store.stream(key, sha256))])
  }
  const namesOf = (results: PromiseSettledResult<unknown>[]): string[] =>
    results.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : 'read'))

  describe('a put', () => {
    it.each([
      ['bytes', (bytes: Buffer) => bytes],
      [
        'a file',
        (bytes: Buffer) => {
          const file = unused()
          writeFileSync(file, bytes)
          return { file }
        },
      ],
    ])('of %s tells their hash and size, and each way of reading gives them back', async (_, sourceOf) => {
      const { bytes, sha256, key } = await prepared(randomBytes(300_000))
      const file = unused()

      expect(await given().store.put(key, sourceOf(bytes))).toEqual({ sha256, size: bytes.length })

      expect(await given().store.get(key, sha256)).toEqual(bytes)
      expect(Buffer.concat(await allOf(given().store.stream(key, sha256)))).toEqual(bytes)
      await given().store.getToFile(key, sha256, file)
      expect(readFileSync(file)).toEqual(bytes)
    })

    it('of nothing is an object too', async () => {
      const { sha256, key } = await stored(Buffer.alloc(0))

      expect(await given().store.get(key, sha256)).toEqual(Buffer.alloc(0))
    })

    it('of a key that is taken says so and changes nothing', async () => {
      const { bytes, sha256, key } = await stored()
      writeFileSync(given().fileOf(key), 'other bytes below the adapter')

      expect(await given().store.put(key, bytes)).toBe('exists')

      await expect(given().store.get(key, sha256)).rejects.toMatchObject({ name: 'ObjectCorrupt' })
    })

    it('of one key by many at once has one winner', async () => {
      const { bytes, sha256, key } = await prepared(randomBytes(50_000))

      const outcomes = await Promise.all(Array.from({ length: 8 }, () => given().store.put(key, bytes)))

      expect(outcomes.filter((outcome) => outcome !== 'exists')).toEqual([{ sha256, size: bytes.length }])
      expect(await given().store.get(key, sha256)).toEqual(bytes)
    })

    it('of bytes that the key does not name is refused and leaves nothing', async () => {
      const { sha256, key } = await prepared(randomBytes(100))

      await expect(given().store.put(key, Buffer.from('something else'))).rejects.toThrow(/make the key from that/)

      expect(namesOf(await readEachWay(key, sha256))).toEqual(['ObjectMissing', 'ObjectMissing', 'ObjectMissing'])
    })

    it('of a file that is not there says that, and not that the store is away', async () => {
      const { key } = await prepared(randomBytes(100))

      await expect(given().store.put(key, { file: unused() })).rejects.toMatchObject({ code: 'ENOENT' })
    })
  })

  describe('a read', () => {
    it('of a key that was never put, or was removed, throws ObjectMissing and leaves no file', async () => {
      const never = await prepared(randomBytes(100))
      const removed = await stored()
      await given().store.remove([removed.key])
      const file = unused()

      for (const { key, sha256 } of [never, removed])
        expect(namesOf(await readEachWay(key, sha256, file))).toEqual(['ObjectMissing', 'ObjectMissing', 'ObjectMissing'])
      expect(leftOf(file)).toEqual([])
    })

    it.each([
      ['one byte differs', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])],
      ['the end is missing', (bytes: Buffer) => bytes.subarray(0, -10)],
      ['there is nothing left', () => Buffer.alloc(0)],
    ])('throws ObjectCorrupt and leaves no file when %s', async (_, damage) => {
      const { bytes, sha256, key } = await stored()
      const file = unused()
      writeFileSync(given().fileOf(key), damage(bytes))

      expect(namesOf(await readEachWay(key, sha256, file))).toEqual(['ObjectCorrupt', 'ObjectCorrupt', 'ObjectCorrupt'])
      expect(leftOf(file)).toEqual([])
    })

    it('throws ObjectCorrupt when the row expects other bytes', async () => {
      const { key } = await stored()

      expect(namesOf(await readEachWay(key, 'f'.repeat(64)))).toEqual(['ObjectCorrupt', 'ObjectCorrupt', 'ObjectCorrupt'])
    })

    it('into memory takes as much as it was told to and no more', async () => {
      const { sha256, key } = await stored(randomBytes(1000))

      expect(await given().store.get(key, sha256, { maxBytes: 1000 })).toHaveLength(1000)
      await expect(given().store.get(key, sha256, { maxBytes: 999 })).rejects.toMatchObject({ name: 'ObjectTooLarge' })
    })
  })

  it('streams 64 MB in and out without holding them', async () => {
    const file = unused()
    const size = 64 * 1024 * 1024
    writeFileSync(file, randomBytes(1000))
    await truncate(file, size)
    const { sha256 } = await fingerprintOf({ file })
    const key = objectKey(someone(), { kind: 'packs', sha256 })

    const peakBytes = await peakOf(async () => {
      expect(await given().store.put(key, { file })).toEqual({ sha256, size })
      await given().store.getToFile(key, sha256, `${file}-copy`)
    })

    expect(await fingerprintOf({ file: `${file}-copy` })).toEqual({ sha256, size })
    expect(peakBytes).toBeLessThan(size / 4)
  })

  it('lists what is under a prefix, in order, from any place, over many pages', async () => {
    const access = someone()
    const keyOf = async (owner: number | undefined, bytes: Buffer): Promise<ObjectKey> => {
      const name = { kind: 'packs', sha256: (await fingerprintOf(bytes)).sha256, nonce: 'a1' }
      const key = objectKey(access, owner === undefined ? name : { ...name, owner })
      await given().store.put(key, bytes)
      return key
    }
    const ofOne: ObjectKey[] = []
    for (let count = 0; count < 12; count += 1) ofOne.push(await keyOf(1, randomBytes(10 + count)))
    const ofTen = await keyOf(10, randomBytes(7))
    const unreferenced = await keyOf(undefined, randomBytes(5))
    const sorted = ofOne.toSorted()

    const found = await allOf(given().store.list(objectPrefix(access, { kind: 'packs', owner: 1 })))
    expect(found.map(({ key }) => key)).toEqual(sorted)
    expect(found.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual(ofOne.map((_, at) => 10 + at))
    expect(found.every(({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < 60_000)).toBe(true)
    const behind = given().store.list(objectPrefix(access, { kind: 'packs', owner: 1 }), { after: sorted[6] as ObjectKey })
    expect((await allOf(behind)).map(({ key }) => key)).toEqual(sorted.slice(7))
    const everything = await allOf(given().store.list(objectPrefix(access, { kind: 'packs' })))
    const all = [...ofOne, ofTen, unreferenced].toSorted()
    expect(everything.map(({ key }) => key)).toEqual(all)
    const last = sorted[6] as ObjectKey
    const rest = await allOf(given().store.list(objectPrefix(access, { kind: 'packs' }), { after: last }))
    expect(rest.map(({ key }) => key)).toEqual(all.slice(all.indexOf(last) + 1))
    expect(await allOf(given().store.list(objectPrefix(access, { kind: 'artifacts' })))).toEqual([])
  })

  it('removes twice what was there once, and leaves the rest', async () => {
    const access = someone()
    const [first, second] = [await stored(randomBytes(10), access), await stored(randomBytes(11), access)]

    await given().store.remove([first.key])
    await given().store.remove([first.key, (await prepared(randomBytes(12), access)).key])
    await given().store.remove([])

    const left = await allOf(given().store.list(objectPrefix(access, { kind: 'packs' })))
    expect(left.map(({ key }) => key)).toEqual([second.key])
  })

  describe('a numbered object', () => {
    const kind = (): string => `trial-${randomBytes(6).toString('hex')}`

    it('is written once, whatever the bytes, and given back as it is', async () => {
      const { numbered } = given().store
      const key = numberedKey({ cell: 3, kind: kind() }, 42)

      expect(await numbered.put(key, Buffer.from('first'))).toBe('put')
      expect(await numbered.put(key, Buffer.from('second'))).toBe('exists')

      expect((await numbered.get(key)).toString()).toBe('first')
    })

    it('written by many at once has one winner', async () => {
      const { numbered } = given().store
      const key = numberedKey({ cell: 0, kind: kind() }, 1)

      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => numbered.put(key, Buffer.from(`writer ${at}`))))

      const winner = outcomes.indexOf('put')
      expect(outcomes.filter((outcome) => outcome === 'put')).toHaveLength(1)
      expect((await numbered.get(key)).toString()).toBe(`writer ${winner}`)
    })

    it('is listed behind lower numbers of its series, over many pages, until it is removed', async () => {
      const { numbered } = given().store
      const series = { cell: 1, kind: kind() }
      const numbers = [1, 2, 9, 10, 11, 99, 100, 1000, 2 ** 40, Number.MAX_SAFE_INTEGER]
      for (const number of numbers.toReversed()) await numbered.put(numberedKey(series, number), Buffer.from(String(number)))
      await numbered.put(numberedKey({ ...series, cell: 10 }, 5), Buffer.from('of another cell'))
      const after = async (number: number) => (await allOf(numbered.list(numberedKey(series, number)))).map(numberOf)

      expect(await after(0)).toEqual(numbers)
      expect(await after(10)).toEqual(numbers.slice(4))
      expect(await after(Number.MAX_SAFE_INTEGER)).toEqual([])
      await numbered.remove([numberedKey(series, 11), numberedKey(series, 12)])
      expect(await after(10)).toEqual(numbers.slice(5))
      expect(await allOf(numbered.list(numberedKey({ cell: 0, kind: kind() }, 0)))).toEqual([])
    })

    it('that is not there, or has a forged key, is not read', async () => {
      const { numbered } = given().store

      await expect(numbered.get(numberedKey({ cell: 0, kind: kind() }, 1))).rejects.toMatchObject({ name: 'ObjectMissing' })
      for (const text of ['cells/0/ledger/1', 'cells/0/../0/0000000000000001', 'cells/01/ledger/0000000000000001']) {
        await expect(numbered.get(text as NumberedKey)).rejects.toBeInstanceOf(TypeError)
        await expect(numbered.put(text as NumberedKey, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError)
      }
    })
  })

  it('stops at an abort with its reason, before it begins and halfway', async () => {
    const { store } = given()
    const { bytes, sha256, key } = await stored(randomBytes(4_000_000))
    const other = await prepared(randomBytes(100))
    const aborted = AbortSignal.abort(new Error('enough'))
    const halfway = new AbortController()
    const file = unused()
    const readHalf = async (): Promise<void> => {
      for await (const chunk of store.stream(key, sha256, { signal: halfway.signal }))
        if (chunk.length < bytes.length) halfway.abort(new Error('enough'))
    }

    await expect(store.put(other.key, other.bytes, { signal: aborted })).rejects.toThrow('enough')
    await expect(store.get(key, sha256, { signal: aborted })).rejects.toThrow('enough')
    await expect(store.getToFile(key, sha256, file, { signal: aborted })).rejects.toThrow('enough')
    await expect(readHalf()).rejects.toThrow('enough')
    await expect(store.get(other.key, other.sha256)).rejects.toMatchObject({ name: 'ObjectMissing' })
    expect(leftOf(file)).toEqual([])
  })

  it.each([
    '../outside',
    '/etc/passwd',
    `tenants/1/packs/../../2/packs/${'a'.repeat(64)}`,
    `tenants/01/packs/${'a'.repeat(64)}`,
    `tenants/1/packs/${'a'.repeat(64)}/more`,
    `tenants/1/packs/${'a'.repeat(64)}\n`,
    'incoming/0123',
  ])('goes nowhere with a forged key: %j', async (text) => {
    const { store } = given()
    const key = text as ObjectKey

    await expect(store.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError)
    await expect(store.get(key, 'a'.repeat(64))).rejects.toBeInstanceOf(TypeError)
    await expect(store.remove([key])).rejects.toBeInstanceOf(TypeError)
    expect(() => storedObjectKey({ tenantId: 1 }, text)).toThrow(TypeError)
  })

  it('passes its own check and leaves no probe', async () => {
    await given().store.check()

    expect(await allOf(given().store.list(objectPrefix({ tenantId: 0 }, { kind: 'probes' })))).toEqual([])
  })
}
