import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inTransaction } from '#db'
import { generateDbtModel, publishDbtModel, type SyncEnd, type SyncId, type SyncParts, type SyncSteps } from '#engine/dbt'
import type { RunningStep } from '#engine/hosting'
import { createBulkhead } from '#limits'
import { calmStep } from './given-build.ts'
import type { Actor, TestServer } from './server.ts'

export type TestSyncs = {
  parts: () => SyncParts
  /** The steps that were taken, in order. */
  taken: string[]
  /** What some of the steps do in this test. */
  stepsWith: (steps: Partial<SyncSteps>) => void
  idOf: (actor: Actor, syncJobId: string) => SyncId
  /** A run through its steps, as the workflow takes them. */
  run: (actor: Actor, syncJobId: string, step?: Partial<RunningStep>) => Promise<SyncEnd>
  /** The runs that committed, in order. */
  committed: number[]
  logOf: (syncJobId: string) => Promise<string[]>
  /** What a sync of a pushed manifest is given to convert, by the names of the files; and what it said. */
  runPushed: (actor: Actor, manifestId: string) => Promise<{ artifacts: Record<string, string>; log: string[] }>
  /** Folders that runs left behind. */
  left: () => Promise<string[]>
}

const diff = { json: Buffer.from('{"changes":[]}'), markdown: Buffer.from('# Nothing'), sarif: Buffer.from('{"runs":[]}') }
export const convertedStats = { models: 3, sources: 9, macros: 512 }

/** Runs over a real database and store; only what they do outside, dbt and git, is played, as each test says. */
export const useSyncs = (server: TestServer): TestSyncs => {
  let folder = ''
  let played: Partial<SyncSteps> = {}
  const taken: string[] = []
  const committed: number[] = []
  const places = createBulkhead<number>({
    what: 'places for syncs',
    holder: 'tenant',
    capacity: 20,
    maxPerKey: 20,
    maxWaiting: 100,
    maxWaitingPerKey: 100,
    maxWaitMs: 60_000,
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facet-syncs-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(() => {
    played = {}
    taken.length = 0
    committed.length = 0
  })

  const usual: SyncSteps = {
    clone: async () => ({ headSha: '5d0c1e7f3b2a49687c8d9e0f1a2b3c4d5e6f7081', ref: 'refs/heads/main' }),
    installPackages: async () => undefined,
    parse: async ({ folder: own }) => ({ artifactsFolder: own }),
    readCatalog: async () => true,
    convert: async ({ folder: own }) => {
      const [conversionFile, reportFile] = [join(own, 'made.json'), join(own, 'told.json')]
      await writeFile(conversionFile, '{"files":[]}')
      await writeFile(reportFile, '{"models":[]}')
      return { conversionFile, reportFile, cubeCount: 2, stats: convertedStats }
    },
    publish: async ({ sync, isPreview, requireWanted }) => {
      if (!isPreview) {
        await inTransaction(server.services().pool, sync.tenantId, 'read write', requireWanted)
        if (!committed.includes(sync.syncId)) committed.push(sync.syncId)
      }
      return { commitHash: isPreview ? null : 'c'.repeat(40), files: ['model/cubes/dbt/dbt_orders.yml'], diff }
    },
  }
  const playing = <Name extends keyof SyncSteps>(name: Name): SyncSteps[Name] =>
    ((job: never, control: never) => {
      taken.push(name)
      return ((played[name] ?? usual[name]) as (job: never, control: never) => Promise<unknown>)(job, control)
    }) as SyncSteps[Name]
  const steps: SyncSteps = {
    clone: playing('clone'),
    installPackages: playing('installPackages'),
    parse: playing('parse'),
    readCatalog: playing('readCatalog'),
    convert: playing('convert'),
    publish: playing('publish'),
  }
  const parts = (): SyncParts => {
    const { pool, keyRing, objects, unreferencedObjects, log } = server.services()
    return { pool, keyRing, objects, unreferencedObjects, log, steps, places, folder, pausesMs: [1, 1] }
  }
  const idOf = ({ tenantId, deploymentId }: Actor, syncJobId: string): SyncId => ({ tenantId, deploymentId, syncId: Number(syncJobId) })
  const run: TestSyncs['run'] = async (actor, syncJobId, step) => {
    const made = await generateDbtModel(parts(), idOf(actor, syncJobId), calmStep(step))
    return made === 'generated' ? publishDbtModel(parts(), idOf(actor, syncJobId), calmStep(step)) : made
  }
  const logOf: TestSyncs['logOf'] = async (syncJobId) => {
    const lines = await server.query<{ message: string }>('select message from dbt_sync_log_lines where sync_id = $1 order by id', [
      syncJobId,
    ])
    return lines.map(({ message }) => message)
  }
  const runPushed: TestSyncs['runPushed'] = async (actor, manifestId) => {
    const { syncJobId } = await actor.api.startDbtSync({ params: { deploymentId: actor.deploymentId }, body: { manifestId } })
    const artifacts: Record<string, string> = {}
    played = {
      convert: async (job, control) => {
        for (const name of await readdir(job.artifactsFolder)) artifacts[name] = await readFile(join(job.artifactsFolder, name), 'utf8')
        if (job.hasCatalog !== 'catalog.json' in artifacts) throw new Error(`hasCatalog is ${job.hasCatalog}.`)
        return usual.convert(job, control)
      },
    }
    const end = await run(actor, syncJobId)
    if (end !== 'completed') throw new Error(`The sync ended ${end}: ${(await logOf(syncJobId)).join(' ')}`)
    return { artifacts, log: await logOf(syncJobId) }
  }
  return {
    parts,
    taken,
    committed,
    stepsWith: (next) => {
      played = next
    },
    idOf,
    run,
    logOf,
    runPushed,
    left: () => readdir(folder),
  }
}
