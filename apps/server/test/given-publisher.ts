import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPublisher, type Publisher, type PublishParts, type PublishRun } from '#engine/dbt'
import type { CompileInput, CompileReport } from '#engine/hosting'
import { createBulkhead } from '#limits'
import { plainReport } from './given-build.ts'
import { givenConversion } from './given-conversion.ts'
import type { Actor, TestServer } from './server.ts'

export type TestPublisher = {
  /** Over a real repository, database and store. The compiler is a small one, unless another is among the parts. */
  of: (compile?: ((input: CompileInput) => Promise<CompileReport>) | null, more?: Partial<PublishParts>) => Publisher
  /** Folders that were left behind. */
  left: () => Promise<string[]>
}

export const usePublisher = (server: TestServer): TestPublisher => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facet-publish-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return {
    of: (compile = null, more = {}) => {
      const { pool, keyRing, repositories, pushes, models } = server.services()
      const room = { capacity: 4, maxPerKey: 4, maxWaiting: 10, maxWaitingPerKey: 10, maxWaitMs: 60_000 }
      return createPublisher({
        ...{ pool, keyRing, repositories, pushes, models },
        places: createBulkhead<number>({ what: 'places for builds', holder: 'tenant', ...room }),
        modelCompiler: { compile: compile ?? (async () => plainReport) },
        buildFolder: folder,
        ...more,
      })
    },
    left: () => readdir(folder),
  }
}

/** A run of two cubes to a branch, under an id of its own. */
export const publishRunOf = ({ tenantId, deploymentId }: Actor, branchName: string, more: Partial<PublishRun> = {}): PublishRun => ({
  tenantId,
  deploymentId,
  runId: randomUUID(),
  target: { branchName, expiresInSeconds: null, principalId: null },
  conversion: givenConversion(['orders', 'people']),
  source: { ref: 'main', revision: 'a'.repeat(40) },
  author: { name: 'Ada', email: 'ada@facet.test' },
  secrets: {},
  signal: new AbortController().signal,
  ...more,
})
