import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMigratedPostgres } from './migrated-postgres.ts'
import type { TestProject } from 'vitest/node'
import { makeTemplate } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For files of test servers; gone when the run is over. */
    dataFolder: string
  }
}

/** One PostgreSQL for the run, with a migrated template that each test file clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-test-'))
  const cluster = await startMigratedPostgres(folder, { durable: false })
  await makeTemplate(cluster.url('postgres'))
  project.provide('postgresUrl', cluster.url('postgres'))
  project.provide('dataFolder', join(folder, 'installations'))
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
