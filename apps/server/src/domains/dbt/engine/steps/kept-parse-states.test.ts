import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '#adapters/sandbox'
import { calmControl, testDbt } from '#test'
import { completeSettings, type DbtIntegration } from '../integration/index.ts'
import type { SyncJob } from '../syncs/index.ts'
import { createRunSteps } from './run-steps.ts'

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
  const sandbox: Pick<Sandbox, 'run'> = {
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
  const steps = createRunSteps({ config, sandbox, remotes, buildFolder: join(folder, 'build') })
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
