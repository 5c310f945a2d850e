import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import {
  activateBuild,
  type BuildId,
  type BuildParts,
  type CompileInput,
  type CompileReport,
  makeBuild,
  type RunningStep,
} from '#engine/hosting'
import { createBulkhead } from '#limits'
import type { Actor, TestServer } from './server.ts'

export const plainReport: CompileReport = {
  cubes: 1,
  views: 0,
  errors: [],
  warnings: [],
  hasPreAggregations: false,
  hasRollupOnly: false,
  readsCompileSecurityContext: false,
  cubesWithoutPolicy: [],
  members: [],
}

export type BuildRow = {
  id: number
  environment_id: number
  status: string
  reason: string
  branch_name: string
  commit_hash: string | null
  content_hash: string | null
  engine_version: string | null
  error_text: string | null
  errors: unknown[]
  report: (CompileReport & { notes: string[]; reusedFrom?: number }) | null
  artifact_key: string | null
  artifact_sha256: string | null
  finished_at: Date | null
}

export type TestBuilds = {
  parts: () => BuildParts
  /** What was compiled, with the files that were in the folder then. */
  compiled: (Omit<CompileInput, 'signal' | 'onLine'> & { files: string[] })[]
  /** What the compiler does from now on; null, and it finds nothing wrong. */
  compileWith: (compile: ((input: CompileInput) => Promise<CompileReport>) | null) => void
  rows: (actor: Actor) => Promise<BuildRow[]>
  newest: (actor: Actor) => Promise<BuildRow>
  idOf: (actor: Actor, row: BuildRow) => BuildId
  /** The newest build through its steps, as the workflow takes them. */
  run: (actor: Actor, step?: Partial<RunningStep>) => Promise<BuildRow>
  served: (actor: Actor) => Promise<number | null>
  logOf: (actor: Actor, buildId: number) => Promise<string[]>
  /** Folders that builds left behind. */
  left: () => Promise<string[]>
}

export const calmStep = (step: Partial<RunningStep> = {}): RunningStep => ({
  attempt: 1,
  signal: new AbortController().signal,
  heartbeat: () => undefined,
  progress: undefined,
  ...step,
})

const columns =
  'id::int, environment_id::int, status, reason, branch_name, commit_hash, content_hash, engine_version, error_text, errors, report, artifact_key, artifact_sha256, finished_at'

/** Builds over a real repository, database and store; only the compiler is a small one, which a test can tell what to find. */
export const useBuilds = (server: TestServer): TestBuilds => {
  let folder = ''
  let compile: ((input: CompileInput) => Promise<CompileReport>) | null = null
  const compiled: TestBuilds['compiled'] = []
  const places = createBulkhead<number>({
    what: 'places for builds',
    holder: 'tenant',
    capacity: 2,
    maxPerKey: 2,
    maxWaiting: 10,
    maxWaitingPerKey: 10,
    maxWaitMs: 60_000,
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facet-builds-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const parts = (): BuildParts => {
    const { pool, objects, keyRing, repositories, unreferencedObjects, log } = server.services()
    const compiler: BuildParts['compiler'] = {
      compile: async (input) => {
        const files = (await readdir(input.folder, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(input.folder.length + 1))
        compiled.push({ folder: input.folder, engineVersion: input.engineVersion, variables: input.variables, files: files.toSorted() })
        return compile ? compile(input) : plainReport
      },
    }
    return { pool, objects, keyRing, repositories, unreferencedObjects, log, compiler, folder, places }
  }
  const rows = (actor: Actor): Promise<BuildRow[]> =>
    server.query<BuildRow>(`select ${columns} from builds where deployment_id = $1 order by id`, [actor.deploymentId])
  const newest = async (actor: Actor): Promise<BuildRow> => {
    const row = (await rows(actor)).at(-1)
    if (!row) throw new Error('No build was asked for.')
    return row
  }
  const idOf = ({ tenantId, deploymentId }: Actor, row: BuildRow): BuildId => ({
    tenantId,
    deploymentId,
    environmentId: row.environment_id,
    buildId: row.id,
  })
  return {
    parts,
    compiled,
    compileWith: (next) => {
      compile = next
    },
    rows,
    newest,
    idOf,
    run: async (actor, step) => {
      const row = await newest(actor)
      const id = idOf(actor, row)
      if ((await makeBuild(parts(), id, calmStep(step))) === 'stored') await activateBuild(parts(), id)
      return (await rows(actor)).find((other) => other.id === row.id) ?? row
    },
    served: async ({ deploymentId }) => {
      const [found] = await server.query<{ build_id: number | null }>(
        "select build_id::int from environments where deployment_id = $1 and type = 'production'",
        [deploymentId],
      )
      return found?.build_id ?? null
    },
    logOf: async ({ deploymentId }, buildId) => {
      const lines = await server.query<{ message: string }>(
        "select message from engine_logs where deployment_id = $1 and pod = $2 and container = 'INIT' and source = 'production' order by id",
        [deploymentId, `build-${buildId}`],
      )
      return lines.map(({ message }) => message)
    },
    left: () => readdir(folder),
  }
}
