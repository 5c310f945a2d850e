import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type ObjectKey, objectKey } from '#adapters/object-store'
import { useServer } from '#test'
import { collectObjects } from './collector.ts'

const server = useServer()
const bytes = Buffer.from('an object')
const sha256 = createHash('sha256').update(bytes).digest('hex')

const givenLoose = async (tenantId: number, nonce: string, due: string): Promise<ObjectKey> => {
  const key = objectKey({ tenantId }, { kind: 'packs', sha256, nonce })
  await server.services().objects.put(key, bytes)
  await server
    .database()
    .query(`insert into unreferenced_objects (tenant_id, key, due_at) values ($1, $2, now() + $3::interval)`, [tenantId, key, due])
  return key
}

it('removes objects whose time is over, of every tenant, and no other', async () => {
  const { calls, objects } = server.services()
  const [one, two] = [await server.admin(), await server.admin()]
  const due = await givenLoose(one.tenantId, 'a', '-1 second')
  const dueToo = await givenLoose(two.tenantId, 'b', '-1 hour')
  const kept = await givenLoose(one.tenantId, 'c', '1 hour')

  expect(await collectObjects(calls, objects)).toBe(2)

  await expect(objects.get(due, sha256)).rejects.toThrow('not in the object store')
  await expect(objects.get(dueToo, sha256)).rejects.toThrow('not in the object store')
  expect(await objects.get(kept, sha256)).toEqual(bytes)
  const left = await server.database().query<{ key: string }>('select key from unreferenced_objects where tenant_id = $1', [one.tenantId])
  expect(left).toEqual([{ key: kept }])
  await server.database().query('delete from unreferenced_objects', [])
})

it('tries again what it could not remove', async () => {
  const { calls, objects } = server.services()
  const { tenantId } = await server.admin()
  const key = await givenLoose(tenantId, 'd', '-1 second')
  const away = { ...objects, remove: () => Promise.reject(new Error('away')) }

  await expect(collectObjects(calls, away)).rejects.toThrow('away')
  expect(await collectObjects(calls, objects)).toBe(1)

  await expect(objects.get(key, sha256)).rejects.toThrow('not in the object store')
})
