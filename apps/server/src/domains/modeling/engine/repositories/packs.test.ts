import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ObjectStore } from '#adapters/object-store'
import { useServer } from '#test'
import { storePack } from './packs.ts'

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
