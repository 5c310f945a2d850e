import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@facet/testkit/postgres'
import pg from 'pg'
import { readFunctions } from '../apps/server/src/db/function-files.ts'
import { migrate } from '../apps/server/src/db/migrations.ts'
import { generateTrialPages } from '../trials/reference-pages.ts'
import { trials } from '../trials/registry.ts'
import { generateClaims } from './claims/claims-page.ts'
import { formatFiles } from './generate/format.ts'
import { writeFiles } from './generate/write.ts'
import { generateClient } from './generate-client.ts'
import { generateErrors } from './generate-errors.ts'
import { generateLists } from './generate-lists.ts'
import { generateRevision } from './generate-revision.ts'
import { generateRows } from './generate-rows.ts'
import { generateSchema } from './generate-schema.ts'

const rows = 'apps/server/src/db/generated/rows.ts'
const revision = 'apps/server/sql/functions/revision.json'

/** Every generated file of the repository and what it should hold, from a database that is already migrated. */
export const generateFiles = async (url: string): Promise<Map<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return new Map([
      ...(await formatFiles([[rows, await generateRows(client)]])),
      ['apps/server/sql/schema.sql', await generateSchema(client)],
      [revision, generateRevision(revision, readFunctions().checksum)],
      ...(await generateLists()),
      ...(await generateClient()),
      ...generateErrors(),
      generateClaims(),
      ...generateTrialPages(trials),
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
    for (const line of writeFiles(await generateFiles(cluster.url('postgres')))) process.stdout.write(`${line}\n`)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
