import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { dataFolderOf, dataSettings } from './data-folder.ts'
import type { TestDatabase } from './database.ts'
import type { TestServer } from './server.ts'

/** The database as it is now, to be brought back later. The server goes on with its own, and loses its connections for a moment. */
export const copyDatabase = async (server: TestServer): Promise<TestDatabase> => {
  const copy = await server.database().copy()
  onTestFinished(() => copy.drop())
  await vi.waitFor(async () => expect((await fetch(`${server.url()}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 50 })
  return copy
}

/** The object store as it is now, for the copy alone: what the copy writes there would end the service of the others. */
export const copyStore = async (server: TestServer, copy: TestDatabase): Promise<{ FACET_OBJECT_STORE: string }> => {
  const folder = join(dataFolderOf(copy.serviceUrl), 'brought-back')
  // An answer waits for the store a moment only, and a busy machine may take longer.
  const waiting = () => server.query('select waiting::int from facet_find_ledger()')
  await vi.waitFor(async () => expect(await waiting()).toEqual([{ waiting: 0 }]), { timeout: 30_000, interval: 20 })
  const store = dataSettings(server.database().serviceUrl)['FACET_OBJECT_STORE'] ?? ''
  // The server goes on: an object that it removes between listing and copying ends the copy, which is then made anew.
  await vi.waitFor(
    async () => {
      await rm(folder, { recursive: true, force: true })
      await cp(fileURLToPath(store), folder, { recursive: true })
    },
    { timeout: 30_000, interval: 20 },
  )
  return { FACET_OBJECT_STORE: pathToFileURL(folder).href }
}
