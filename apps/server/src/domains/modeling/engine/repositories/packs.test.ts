import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectKey, type ObjectKey, type ObjectStore } from '#adapters/object-store'
import { useServer } from '#test'
import { collectObjects } from './collector.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { storePack } from './packs.ts'
import { maxPacks, packsToJoin } from './repack.ts'

const server = useServer()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-packs-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('a pack that cannot be stored is given up only when nothing of it is on its way any more', async () => {
  const { tenantId, deploymentId } = await server.admin()
  const files = { pack: join(folder, 'a.pack'), index: join(folder, 'a.idx') }
  await writeFile(files.pack, 'pack')
  await writeFile(files.index, 'index')
  const { objects, pool } = server.services()
  let isIndexStored = false
  const put: ObjectStore['put'] = async (key, source) => {
    if (!Buffer.isBuffer(source) && source.file === files.pack) throw new Error('The store is away.')
    await new Promise((resolve) => setImmediate(resolve))
    const stored = await objects.put(key, source)
    isIndexStored = true
    return stored
  }

  const stored = storePack(pool, { ...objects, put }, { tenantId, deploymentId }, files)

  await expect(stored).rejects.toThrow('The store is away.')
  expect(isIndexStored).toBe(true)
})

const packs = (...sizes: number[]) =>
  sizes.map((size, index) => ({ key: String(index), sha256: '', size, indexKey: `i${index}`, indexSha256: '' }))

it('packsToJoin joins small packs and leaves a larger one', () => {
  const chosen = packsToJoin(packs(1_000_000, 10, 12, 9, 11, ...Array.from({ length: 14 }, () => 10)))

  expect(chosen).toHaveLength(18)
  expect(chosen.map(({ size }) => size)).not.toContain(1_000_000)
})

it('packsToJoin gets below the limit even when each pack outweighs all before it', () => {
  const doubling = packs(...Array.from({ length: maxPacks + 4 }, (_, power) => 3 ** power))

  const chosen = packsToJoin(doubling)

  expect(doubling.length - chosen.length + 1).toBeLessThan(maxPacks)
})

it('repacking rewrites each object only a few times', () => {
  const total = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0)
  const afterChange = ({ sizes, written }: { sizes: number[]; written: number }) => {
    const all = [...sizes, 100]
    if (all.length <= maxPacks) return { sizes: all, written }
    const chosen = new Set(packsToJoin(packs(...all)).map(({ key }) => Number(key)))
    const joined = total(all.filter((_, index) => chosen.has(index)))
    return { sizes: [...all.filter((_, index) => !chosen.has(index)), joined], written: written + joined }
  }
  let life = { sizes: [] as number[], written: 0 }
  for (let change = 0; change < 5000; change++) life = afterChange(life)

  expect(life.sizes.length).toBeLessThanOrEqual(maxPacks)
  expect(life.written / (5000 * 100)).toBeLessThan(10)
})

const bytes = Buffer.from('an object')
const sha256 = createHash('sha256').update(bytes).digest('hex')

const givenLoose = async (tenantId: number, nonce: string, due: string): Promise<ObjectKey> => {
  const key = objectKey({ tenantId }, { kind: 'packs', sha256, nonce })
  await server.services().objects.put(key, bytes)
  await server.query(`insert into unreferenced_objects (tenant_id, key, due_at) values ($1, $2, now() + $3::interval)`, [
    tenantId,
    key,
    due,
  ])
  return key
}

it('the collector deletes only objects that are due, of every tenant', async () => {
  const { calls, objects } = server.services()
  const [one, two] = [await server.admin(), await server.admin()]
  const due = await givenLoose(one.tenantId, 'a', '-1 second')
  const dueToo = await givenLoose(two.tenantId, 'b', '-1 hour')
  const kept = await givenLoose(one.tenantId, 'c', '1 hour')

  expect(await collectObjects(calls, objects)).toBe(2)

  await expect(objects.get(due, sha256)).rejects.toThrow('not in the object store')
  await expect(objects.get(dueToo, sha256)).rejects.toThrow('not in the object store')
  expect(await objects.get(kept, sha256)).toEqual(bytes)
  const left = await server.query<{ key: string }>('select key from unreferenced_objects where tenant_id = $1', [one.tenantId])
  expect(left).toEqual([{ key: kept }])
  await server.query('delete from unreferenced_objects', [])
})

it('the collector retries objects it could not delete', async () => {
  const { calls, objects } = server.services()
  const { tenantId } = await server.admin()
  const key = await givenLoose(tenantId, 'd', '-1 second')
  const away = { ...objects, remove: () => Promise.reject(new Error('away')) }

  await expect(collectObjects(calls, away)).rejects.toThrow('away')
  expect(await collectObjects(calls, objects)).toBe(1)

  await expect(objects.get(key, sha256)).rejects.toThrow('not in the object store')
})

const never = new AbortController().signal

it('the keyed mutex admits one holder at a time, in order', async () => {
  const mutex = createKeyedMutex()
  const order: number[] = []
  const visit = async (number: number): Promise<void> => {
    const release = await mutex.acquire('a', never)
    order.push(number)
    await Promise.resolve()
    release()
  }

  await Promise.all([1, 2, 3, 4].map(visit))

  expect(order).toEqual([1, 2, 3, 4])
})

it('the keyed mutex locks each name separately', async () => {
  const mutex = createKeyedMutex()

  await mutex.acquire('a', never)

  await expect(mutex.acquire('b', never)).resolves.toBeTypeOf('function')
})

it('the keyed mutex removes an aborted waiter from its queue', async () => {
  const mutex = createKeyedMutex()
  const release = await mutex.acquire('a', never)
  const giving = new AbortController()
  const left = mutex.acquire('a', giving.signal)
  const behind = mutex.acquire('a', never)

  giving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  release()

  await expect(behind).resolves.toBeTypeOf('function')
})

it('the keyed mutex counts a double release once', async () => {
  const mutex = createKeyedMutex()
  const release = await mutex.acquire('a', never)
  const second = mutex.acquire('a', never)
  release()
  release()
  await second
  let isIn = false

  void mutex.acquire('a', never).then(() => (isIn = true))
  await Promise.resolve()

  expect(isIn).toBe(false)
})

it('the keyed mutex rejects when too many wait', async () => {
  const mutex = createKeyedMutex()
  await mutex.acquire('a', never)
  for (let waiting = 0; waiting < 200; waiting++) void mutex.acquire('a', never)

  await expect(mutex.acquire('a', never)).rejects.toMatchObject({ code: 'service_unavailable' })
})
