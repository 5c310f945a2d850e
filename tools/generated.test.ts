import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { cloneDatabase } from '../apps/server/test/database.ts'
import { generateFiles } from './generate.ts'
import { staleFiles } from './generate/write.ts'

const committed = (path: string): string | undefined => {
  const file = join(import.meta.dirname, '..', path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

it('keeps every generated file as `pnpm generate` would write it', async () => {
  const database = await cloneDatabase(inject('postgresUrl'))
  try {
    // What the tests lay below the server is in no installation.
    await database.query('drop schema testing cascade')
    const files = await generateFiles(database.adminUrl)

    for (const [path, content] of files) expect(committed(path), path).toBe(content)
    expect(staleFiles(files)).toEqual([])
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'apps/server/sql/functions/revision.json',
        'apps/server/sql/schema.sql',
        'apps/server/src/db/generated/rows.ts',
        'docs/guides/embed-errors.md',
        'docs/reference/claims.md',
        'docs/reference/trials/security.md',
        'apps/server/src/domains/hosting/generated/handlers.ts',
        'packages/client/src/generated/operations.ts',
        'packages/contract/src/generated/operations.ts',
      ]),
    )
  } finally {
    await database.drop()
  }
})
