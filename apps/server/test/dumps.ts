import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import type { Seeded } from '../../../tools/seed/fill.ts'
import { dataFolderOf } from './data-folder.ts'
import { restoreDatabase, type TestDatabase } from './database.ts'

const folder = join(import.meta.dirname, 'fixtures/dumps')

/** The dumps that are kept (`pnpm seed`), by the schema they were made at. */
export const dumps = readdirSync(folder).toSorted()

export type RestoredDump = { database: TestDatabase; seeded: Seeded & { rootKey: string } }

/** The database of a dump as it was, with its objects where a server of it looks for them. */
export const restoreDump = async (name: string): Promise<RestoredDump> => {
  const file = (path: string): string => join(folder, name, path)
  const database = await restoreDatabase(inject('postgresUrl'), gunzipSync(readFileSync(file('database.sql.gz'))).toString())
  await cp(file('objects'), join(dataFolderOf(database.serviceUrl), 'objects'), { recursive: true })
  return { database, seeded: JSON.parse(readFileSync(file('seeded.json'), 'utf8')) as RestoredDump['seeded'] }
}
