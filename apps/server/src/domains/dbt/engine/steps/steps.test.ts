import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newestDbtVersion } from '#adapters/dbt'
import type { Sandbox } from '#adapters/sandbox'
import { calmControl, dbtProject, type DbtRunFolder, filesWith, givenDbtRun, sandboxOfFile, testDbt } from '#test'
import { completeSettings, type DbtIntegration } from '../integration/index.ts'
import { PublishProblem } from '../publish/index.ts'
import { RunFailure } from '../run/index.ts'
import { type SyncJob, SyncProblem } from '../syncs/index.ts'
import { orSyncProblem } from './as-sync-problem.ts'
import { createRunSteps } from './run-steps.ts'

const sandbox = sandboxOfFile()
const canary = 'canary-5f0e7b19c2'
const sync = { tenantId: 1, deploymentId: 1, syncId: 1 }

const stepsOver = ({ folder, files }: Pick<DbtRunFolder, 'folder' | 'files'>) =>
  createRunSteps({
    config: { dbtFolder: dirname(testDbt().root), runFolder: folder, allowPrivateHosts: [], remoteCaFile: null },
    sandbox: sandbox(),
    remotes: {
      clone: async () => {
        const paths = readdirSync(files, { recursive: true }).map(String)
        return { files, paths, ref: 'refs/heads/main', sha: 'a'.repeat(40) }
      },
    },
    buildFolder: join(folder, 'build'),
  })

const jobIn = (folder: string, secrets: Record<string, string>, said: string[] = []): SyncJob => ({
  ...{ sync, folder, ref: null, secrets, say: (line) => void said.push(line) },
  integration: {
    ...{ tenantId: 1, deploymentId: 1, branch: null, projectPath: '.', dbtVersion: newestDbtVersion },
    ...{ target: 'dev', targetSchema: 'analytics', variableNames: ['API_TOKEN'] },
    remote: { url: 'https://git.example/shop.git', credential: { kind: 'none' } },
    variables: { selected: { API_TOKEN: canary }, database: {}, missing: [], hash: '', warehouseType: 'postgres' },
  } as unknown as DbtIntegration,
})

it.each([
  ['is kept where it shows no secret', "select '{{ target.name }}'", true],
  ['is not kept where the project asked for a secret', "select '{{ env_var('API_TOKEN') }}'", false],
])('the parse state %s', async (_, model, isKept) => {
  const run = await givenDbtRun({ 'models/marts/asks.sql': model })
  const steps = stepsOver(run)
  const said: string[] = []
  const again = join(run.folder, 'again')
  await mkdir(again)

  for (const folder of [join(run.folder, 'first'), again]) {
    const job = jobIn(folder, { API_TOKEN: canary }, said)
    await steps.clone(job, calmControl())
    await steps.parse(job, calmControl())
  }

  expect(said.includes('Only what changed since the last sync was parsed.')).toBe(isKept)
  expect(filesWith(join(run.folder, 'build'), canary)).toEqual([])
})

describe('what a conversion makes', () => {
  const converted = async (change: (manifest: string) => string, secrets: Record<string, string>, selector = '*') => {
    const run = await givenDbtRun()
    await writeFile(join(run.artifacts, 'manifest.json'), change(readFileSync(join(dbtProject('shop'), 'manifest.json'), 'utf8')))
    const options = { warehouse: 'postgres' as const, ...(selector === '*' ? {} : { selector }) }
    const job = { folder: run.folder, artifactsFolder: run.artifacts, hasCatalog: false, options, secrets }
    const { reportFile, conversionFile } = await stepsOver(run).convert(job, calmControl())
    return { report: await readFile(reportFile, 'utf8'), conversion: await readFile(conversionFile, 'utf8') }
  }
  const describedAs = (text: string) => (manifest: string) => manifest.replace(/"description": ?"[^"]+"/, `"description": "${text}"`)

  it('is refused before it is kept where a file shows a secret that the run was given', async () => {
    await expect(converted(describedAs(`is ${canary}`), { API_TOKEN: canary })).rejects.toMatchObject({
      name: 'SyncProblem',
      code: 'secret_in_output',
      message: expect.stringMatching(/^Line \d+ of the generated file .* shows the value of API_TOKEN/),
    })
  })

  it('may hold what the run was not given', async () => {
    expect((await converted(describedAs(`is ${canary}`), { API_TOKEN: 'another-value' })).conversion).toContain(canary)
  })
})

const integration: DbtIntegration = {
  ...completeSettings({ targetSchema: 'analytics', branch: 'main' }),
  ...{ tenantId: 1, deploymentId: 2, revision: 3 },
  remote: { url: 'https://git.example.com/dbt.git', credential: { kind: 'none' } },
  variables: { selected: {}, database: {}, missing: [], hash: 'one', warehouseType: 'postgres' },
  timeouts: { cloneMs: 1, packagesMs: 1, parseMs: 1, catalogMs: 1, convertMs: 1, publishMs: 1 },
}

type Kept = (file: string) => void

/** Steps of a node with its own disk; in place of dbt something that leaves a state, and tells which it found. */
const givenNode = () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let keep: Kept = () => undefined
  let found: string | null = null
  const dbt: Pick<Sandbox, 'run'> = {
    run: async ({ mounts }) => {
      const file = join(mounts.find(({ to }) => to === '/artifacts')?.from ?? '', 'partial_parse.msgpack')
      found = existsSync(file) ? readFileSync(file, 'utf8') : null
      rmSync(file, { force: true })
      keep(file)
      return { code: 0, signal: null, stdout: Buffer.alloc(0), stderr: '' }
    },
  }
  const files = join(folder, 'files')
  mkdirSync(files)
  const config = { dbtFolder: dirname(testDbt().root), runFolder: join(folder, 'run'), allowPrivateHosts: [], remoteCaFile: null }
  const remotes = { clone: async () => ({ files, paths: ['dbt_project.yml'], ref: 'refs/heads/main', sha: 'a'.repeat(40) }) }
  const steps = createRunSteps({ config, sandbox: dbt, remotes, buildFolder: join(folder, 'build') })
  let runs = 0
  const parse = async (leave: Kept, change: { tenantId?: number; deploymentId?: number; ref?: string; url?: string } = {}) => {
    const { tenantId = 1, deploymentId = 2, ref = null, url = integration.remote.url } = change
    keep = leave
    const job: SyncJob = {
      sync: { tenantId, deploymentId, syncId: ++runs },
      folder: join(folder, String(runs)),
      integration: { ...integration, tenantId, deploymentId, remote: { ...integration.remote, url } },
      ref,
      secrets: {},
      say: () => undefined,
    }
    await steps.clone(job, calmControl())
    await steps.parse(job, calmControl())
    return found
  }
  return { parse, folder }
}

const state = (text: string) => (file: string) => writeFileSync(file, text)

describe('what dbt keeps of a project between runs', () => {
  it('is found by the next run of the same ref, whether it is named or set', async () => {
    const { parse } = givenNode()

    expect(await parse(state('first'))).toBeNull()
    expect(await parse(state('second'))).toBe('first')
    expect(await parse(state('third'), { ref: 'main' })).toBe('second')
  })

  it.each([
    ['another ref', { ref: 'feature' }],
    ['another deployment', { deploymentId: 4 }],
    ['another tenant', { tenantId: 5 }],
    ['another repository', { url: 'https://git.example.com/other.git' }],
  ])('is not found by a run of %s: who wrote it decides nothing there', async (_, change) => {
    const { parse } = givenNode()
    await parse(state('first'))

    expect(await parse(state('second'), change)).toBeNull()
  })

  it('is no link to a file of the machine', async () => {
    const { parse, folder } = givenNode()
    writeFileSync(join(folder, 'secret'), 'of the machine')

    await parse((file) => symlinkSync(join(folder, 'secret'), file))

    expect(await parse(state('second'))).toBeNull()
  })
})

const thrownAs = (error: Error): Promise<unknown> => orSyncProblem(Promise.reject(error)).catch((thrown: unknown) => thrown)

describe('what a phase fails for', () => {
  it('is told with all that dbt said of it', async () => {
    const details = { file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error', isTransient: true }

    const problem = await thrownAs(new RunFailure('parse', 'parse_failed', 'dbt could not parse the project.', details))

    expect(problem).toBeInstanceOf(SyncProblem)
    expect(problem).toMatchObject({ code: 'parse_failed', message: 'dbt could not parse the project.', ...details })
  })

  it('names the dbt model of a cube that does not compile, and no line of another file', async () => {
    const model = { modelId: 'model.shop.orders', file: 'models/orders.sql', cube: 'dbt_orders', column: null }
    const foreign = { file: 'model/views/shop.yml', line: 7, message: 'is not there', model: null }
    const own = { file: 'model/cubes/dbt/dbt_orders.yml', line: 12, message: 'is wrong', model }

    const ofOwn = await thrownAs(new PublishProblem('model_not_compiling', 'The generated cubes do not compile.', [foreign, own]))
    const ofForeign = await thrownAs(new PublishProblem('model_not_compiling', 'The branch does not compile.', [foreign]))

    expect(ofOwn).toMatchObject({ code: 'model_not_compiling', file: 'models/orders.sql', line: null, isTransient: false })
    expect(ofForeign).toMatchObject({ file: 'model/views/shop.yml', line: 7 })
  })

  it('is left as it is where it is ours', async () => {
    const defect = new Error('A defect.')

    expect(await thrownAs(defect)).toBe(defect)
  })
})
