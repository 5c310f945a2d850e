import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/server/src/db/migrations.ts'
import { generateClient } from './generate-client.ts'
import { generateRows } from './generate-rows.ts'
import { generateSchema } from './generate-schema.ts'
import { startPostgres } from './postgres.ts'

const root = join(import.meta.dirname, '..')

export const formatted = (path: string, content: string): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: content,
    encoding: 'utf8',
  })

/** Every generated file of the repository and what it should hold, from a database that is already migrated. */
export const generateFiles = async (url: string): Promise<Map<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const rows = 'apps/server/src/db/generated/rows.ts'
    return new Map([
      [rows, formatted(rows, await generateRows(client))],
      ['apps/server/schema.sql', await generateSchema(client)],
      ...(await generateClient()),
    ])
  } finally {
    await client.end()
  }
}

const main = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-generate-'))
  const cluster = await startPostgres(folder, { durable: false })
  try {
    await migrate({ url: cluster.url('postgres') }, () => undefined)
    for (const [path, content] of await generateFiles(cluster.url('postgres'))) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
      process.stdout.write(`${path}\n`)
    }
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
