import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dbtSyncStages } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  awaitBuild,
  commitFolder,
  dbtProject,
  filesOn,
  givenDbtIntegration,
  givenDbtRun,
  type HostedRepository,
  refsOf,
  setVariables,
  useGitHost,
  useServer,
} from '#test'
import { itQueriesPushedModels } from './dbt-push-to-query.ts'

const host = useGitHost()
host.settings['FACET_ALLOW_PRIVATE_HOSTS'] = 'localhost,127.0.0.1'
const server = useServer(host.settings, { hasEveryRole: true })

const cubes = ['customers', 'orders', 'stg_customers', 'stg_orders'].map((name) => `model/cubes/dbt/dbt_${name}.yml`)

type Start = Parameters<Actor['api']['startDbtSync']>[0]['body']

/** Runs a sync to its end and returns the stages that polls saw. */
const sync = async (
  { api, deploymentId }: Actor,
  body: Start = {},
  { begin = 'startDbtSync' }: { begin?: 'startDbtSync' | 'previewDbtSync' } = {},
) => {
  const { syncJobId, branchName } = await api[begin]({ params: { deploymentId }, body })
  const params = { deploymentId, syncJobId }
  const stages = new Set<string>()
  const ended = await api.dbtSync.wait({ params }, { pollMs: 500, timeoutMs: 170_000, onProgress: ({ stage }) => void stages.add(stage) })
  const run = (await api.listDbtSyncs({ params: { deploymentId } })).items.find((each) => each.syncJobId === syncJobId)
  const log = (await api.getDbtSyncLog({ params })).items.map(({ message }) => message).join('\n')
  return {
    params,
    branchName,
    stages: [...stages],
    ended,
    run,
    log,
    phases: run?.phases?.map(({ phase, outcome }) => `${phase} ${outcome}`),
  }
}

const givenOwner = async (): Promise<Actor> => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' }, { name: 'CUBEJS_DB_NAME', value: 'shop' })
  return owner
}

const pathsOn = async (owner: Actor, branchName: string): Promise<string[]> => Object.keys(await filesOn(server, owner, branchName))

const commit = async (repository: HostedRepository, files: Record<string, string>): Promise<string> =>
  commitFolder(repository, 'main', (await givenDbtRun(files)).files)

/** A project that needs a package which only its own credential can fetch. */
const withPrivatePackage = async (): Promise<Record<string, string>> => {
  const shared = await host.addRepository()
  await shared.commit('main', { 'dbt_project.yml': 'name: shared\nversion: 1.0.0\nconfig-version: 2\n' })
  return { 'packages.yml': `packages:\n  - git: ${JSON.stringify(shared.url)}\n    revision: main\n    warn-unpinned: false\n` }
}

describe('a dbt sync', () => {
  it('brings the models of a repository to a branch as cubes that compile, tells what they change, and is merged', async () => {
    const owner = await givenOwner()
    const { repository } = await givenDbtIntegration(host, owner)
    const head = await commit(repository, await withPrivatePackage())

    const { params, branchName, stages, ended, run, phases, log } = await sync(owner)

    expect(ended, log).toMatchObject({ status: 'COMPLETED', result: { cubeCount: 4, generatedFiles: cubes.map((path) => ({ path })) } })
    expect(phases).toEqual(['repo_clone ok', 'dbt_deps ok', 'dbt_parse ok', 'convert ok', 'publish ok'])
    // A poll may miss a stage that takes milliseconds.
    expect(stages).toEqual(Object.keys(dbtSyncStages).filter((stage) => stages.includes(stage)))
    expect(stages).toEqual(expect.arrayContaining(['COMPILING_DBT', 'COMPLETED']))
    expect(log).toContain(head)
    expect(log + server.logs.join('')).not.toContain(host.token)
    expect(run?.commitHash).toMatch(/^[0-9a-f]{40}$/)
    expect(await pathsOn(owner, branchName)).toEqual(expect.arrayContaining(cubes))

    const diff = await owner.api.getDbtSyncDiff({ params, query: { format: 'json' } })
    expect(JSON.stringify(diff)).toContain('dbt_orders')
    expect(diff).toMatchObject({ lastHash: run?.commitHash })
    const { deploymentId, syncJobId } = params
    const markdown = await server.request(owner, `/api/v1/deployments/${deploymentId}/dbt-sync/${syncJobId}/diff?format=markdown`)
    expect(await markdown.text()).toContain('Cube dbt\\_orders was added.')

    await owner.api.mergeToDefaultBranch({ params, body: { branchName, message: 'Cubes of the shop', removeBranchAfterMerge: true } })
    expect(await awaitBuild(owner)).toMatchObject({ status: 'built', errors: [] })
    expect(await pathsOn(owner, 'main')).toEqual(expect.arrayContaining(cubes))
  })

  it('of a pushed manifest needs no repository and no dbt', async () => {
    const owner = await givenOwner()
    const file = new Blob([readFileSync(join(dbtProject('shop'), 'manifest.json'))])
    const { manifestId } = await owner.api.uploadDbtManifest({ params: owner, body: {}, file })

    const preview = await sync(owner, { manifestId }, { begin: 'previewDbtSync' })
    const refs = Object.keys(await refsOf(server, owner))
    const { branchName, ended, phases, log } = await sync(owner, { manifestId })

    expect(preview.ended, preview.log).toMatchObject({ status: 'COMPLETED', result: { cubeCount: 4, commitHash: null } })
    expect(JSON.stringify(await owner.api.getDbtSyncDiff({ params: preview.params, query: {} }))).toContain('dbt_orders')
    expect(refs).toEqual(['heads/main'])
    expect(ended, log).toMatchObject({ status: 'COMPLETED', result: { cubeCount: 4 } })
    expect(phases).toEqual(['convert ok', 'publish ok'])
    expect(await pathsOn(owner, branchName)).toEqual(expect.arrayContaining(cubes))
  })

  it('of a broken model fails with its file and line, and one of the mended model completes', async () => {
    const owner = await givenOwner()
    const { repository } = await givenDbtIntegration(host, owner)
    await commit(repository, { 'models/marts/broken.sql': "select 1\nfrom {{ ref('nowhere')\n" })

    const broken = await sync(owner)
    await commit(repository, { 'models/marts/broken.sql': 'select 1 as id' })
    const mended = await sync(owner)

    expect(broken.ended, broken.log).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('dbt could not parse the project'),
      problem: { code: 'parse_failed', phase: 'dbt_parse', file: 'models/marts/broken.sql', line: 2 },
    })
    expect(broken.phases).toEqual(['repo_clone ok', 'dbt_deps ok', 'dbt_parse failed'])
    expect(mended.ended, mended.log).toMatchObject({ status: 'COMPLETED', result: { cubeCount: 5 } })
  })

  it('of a model that never ends is cancelled while dbt parses it, and leaves no folder', async () => {
    const owner = await givenOwner()
    const { repository } = await givenDbtIntegration(host, owner)
    const endless = '{% for a in range(100000) %}{% for b in range(100000) %}{% set c = b %}{% endfor %}{% endfor %} select 1'
    await commit(repository, { 'models/marts/endless.sql': endless })
    const { syncJobId } = await owner.api.startDbtSync({ params: owner, body: {} })
    const params = { deploymentId: owner.deploymentId, syncJobId }
    const message = async () => (await owner.api.getDbtSyncStatus({ params })).progress.message
    await expect.poll(message, { timeout: 60_000, interval: 50 }).toContain('models/marts/endless.sql')

    await owner.api.cancelDbtSync({ params })

    const state = async () => (await owner.api.listDbtSyncs({ params: owner })).items[0]?.status
    await expect.poll(state, { timeout: 10_000, interval: 50 }).toBe('CANCELLED')
    const left = async () => (await readdir(server.services().buildFolder)).filter((name) => name.startsWith(`dbt-${syncJobId}-`))
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  })
})

itQueriesPushedModels(host, server)
