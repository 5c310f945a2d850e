import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newestDbtVersion } from '#adapters/dbt'
import { calmControl, dbtProject, type DbtRunFolder, filesWith, givenDbtRun, sandboxOfFile, testDbt } from '#test'
import type { DbtIntegration } from '../integration/index.ts'
import type { SyncJob } from '../syncs/index.ts'
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

describe('the state of a parse', () => {
  it.each([
    ['is kept where it shows no secret', "select '{{ target.name }}'", true],
    ['is not kept where the project asked for a secret', "select '{{ env_var('API_TOKEN') }}'", false],
  ])('%s', async (_, model, isKept) => {
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
