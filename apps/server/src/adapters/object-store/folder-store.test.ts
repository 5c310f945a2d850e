import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { itKeepsObjects } from '#test'
import { createFolderStore, fingerprintOf, objectKey, type ObjectStore } from './index.ts'

let folder: string
let store: ObjectStore

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-store-'))
  store = createFolderStore(join(folder, 'made/when/needed'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a folder', () => {
  itKeepsObjects(() => ({ store, fileOf: (key) => join(folder, 'made/when/needed', key) }))

  it('keeps nothing that is half written', async () => {
    const root = join(folder, 'half')
    const half = createFolderStore(root)
    const bytes = Buffer.alloc(1_000_000, 1)
    const key = objectKey({ tenantId: 1 }, { kind: 'packs', sha256: (await fingerprintOf(bytes)).sha256 })
    await half.put(key, bytes)
    await half.put(key, bytes)
    await half.put(objectKey({ tenantId: 1 }, { kind: 'packs', sha256: '0'.repeat(64) }), bytes).catch(() => undefined)

    expect(readdirSync(join(root, 'incoming'))).toEqual([])
    expect(readdirSync(join(root, 'tenants/1/packs'))).toHaveLength(1)
  })

  it('forgets what a killed process left half written, after a day', async () => {
    const incoming = join(folder, 'left/incoming')
    mkdirSync(incoming, { recursive: true })
    for (const name of ['old', 'new']) writeFileSync(join(incoming, name), 'half')
    utimesSync(join(incoming, 'old'), new Date(), new Date(Date.now() - 25 * 3_600_000))

    createFolderStore(join(folder, 'left'))

    await vi.waitFor(() => expect(readdirSync(incoming)).toEqual(['new']))
  })

  it('that cannot be written is a store that does not answer', async () => {
    const bytes = Buffer.from('x')
    const key = objectKey({ tenantId: 1 }, { kind: 'packs', sha256: (await fingerprintOf(bytes)).sha256 })

    await expect(createFolderStore('/dev/null/objects').put(key, bytes)).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 1,
      cause: { code: 'ENOTDIR' },
    })
  })
})
