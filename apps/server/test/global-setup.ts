import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSecondsWithChildren } from '@facet/testkit/cpu'
import { startMigratedPostgres } from './migrated-postgres.ts'
import type { TestProject } from 'vitest/node'
import { makeTemplate } from './database.ts'
import { openRunEngines } from './run-engines.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For files of test servers; gone when the run is over. */
    dataFolder: string
    /** Where to ask for what few tests need; see run-engines.ts. */
    runEngines: string
  }
}

/** One PostgreSQL for the run, with a migrated template that each test file clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-test-'))
  // Beside the other, which belongs to the user of PostgreSQL: what is in it could not be shown to a sandbox.
  const dataFolder = mkdtempSync(join(tmpdir(), 'facet-test-data-'))
  const cluster = await startMigratedPostgres(folder, { durable: false })
  await makeTemplate(cluster.url('postgres'))
  project.provide('postgresUrl', cluster.url('postgres'))
  project.provide('dataFolder', dataFolder)
  const engines = await openRunEngines(cluster.url('postgres'), folder)
  project.provide('runEngines', engines.url)
  const usageFile = process.env['FACET_TEST_USAGE']
  return async () => {
    await engines.close()
    // It is no child of this process, so nothing else counts its processor time.
    const usage = { file: 'shared: PostgreSQL', cpuSeconds: cpuSecondsWithChildren(cluster.pid()) }
    if (usageFile !== undefined) appendFileSync(usageFile, `${JSON.stringify(usage)}\n`)
    await cluster.stop()
    for (const each of [folder, dataFolder]) rmSync(each, { recursive: true, force: true })
  }
}
