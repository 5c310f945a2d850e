import { describe, expect } from 'vitest'
import {
  type Actor,
  enterDevMode,
  environmentOf,
  givenBranch,
  givenFiles,
  givenModeler,
  givenUpload,
  manifestOf,
  setVariables,
  useBuilds,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server).extend('modeler', () => givenModeler(server))

const givenBuild = async (owner: Actor, status: string, more: { errors?: object[]; report?: object; errorText?: string } = {}) => {
  const { deploymentId, environmentId } = await environmentOf(owner)
  const [row] = await server.query<{ id: string }>(
    `insert into builds (tenant_id, deployment_id, environment_id, branch_name, reason, status, files_hash, commit_hash, error_text, errors, report)
     values ($1, $2, $3, 'main', 'test', $4, 'files', 'commit', $5, $6, $7) returning id`,
    [
      owner.tenantId,
      deploymentId,
      environmentId,
      status,
      more.errorText ?? null,
      JSON.stringify(more.errors ?? []),
      JSON.stringify(more.report ?? null),
    ],
  )
  return Number(row?.id)
}
const statusOf = ({ api, deploymentId }: Actor, branchName?: string) =>
  api.buildStatus({ params: { deploymentId }, query: branchName === undefined ? {} : { branchName } })
const builds = useBuilds(server)
const update = ({ api, deploymentId }: Actor, body: object) => api.updateDeployment({ params: { deploymentId }, body })
const reasonsAfter = async (actor: Actor, change: () => Promise<unknown>): Promise<string[]> => {
  const before = (await builds.rows(actor)).length
  await change()
  return (await builds.rows(actor)).slice(before).map(({ reason }) => reason)
}
const upload = async (actor: Actor, files: Record<string, string>, branchName?: string) => {
  const query = branchName === undefined ? { live: true } : { branchName }
  const id = await givenUpload(actor, files, query)
  await actor.api.finishUpload({
    params: { deploymentId: actor.deploymentId },
    query,
    body: { transaction: { id }, files: manifestOf(files) },
  })
}
/** A change on a personal branch that is committed to main. */
const commit = async (actor: Actor, path: string) => {
  const params = { deploymentId: actor.deploymentId }
  const branchName = await enterDevMode(actor)
  await givenFiles(server, actor, branchName, { [path]: 'cubes: []' })
  await actor.api.commitChanges({ params, body: { branchName, message: 'Add a cube' } })
}

describe('buildStatus', () => {
  it.each([
    ['queued', 'building'],
    ['building', 'building'],
    ['warmup', 'warmup'],
    ['built', 'built'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ])('says of a build that is %s: %s', async (status, said) => {
    const owner = await server.admin()
    await givenBuild(owner, 'built')
    const buildJobId = await givenBuild(owner, status)

    expect(await statusOf(owner)).toMatchObject({
      deploymentId: owner.deploymentId,
      branchName: 'main',
      mode: 'production_build',
      status: said,
      buildJobId,
      filesHash: 'files',
      lastHash: 'commit',
      updatedAt: expect.any(String),
    })
  })

  it('tells what is wrong by file and line, what does not work as written, and that an older build is served', async ({ owner }) => {
    const served = await givenBuild(owner, 'built')
    await server.query('update environments set build_id = $1 where tenant_id = $2', [served, owner.tenantId])
    const errors = [{ file: 'model/orders.yml', line: 3, message: 'sql_table is missing' }]
    await givenBuild(owner, 'failed', { errors, errorText: 'The model does not compile.', report: { hasPreAggregations: true } })

    expect(await statusOf(owner)).toMatchObject({
      status: 'failed',
      deploymentStatus: 'active',
      errorText: 'The model does not compile.',
      errors,
      warnings: [expect.stringContaining('pre-aggregations')],
    })
  })

  it('warns of rollup-only mode, which nothing here can serve', async ({ owner }) => {
    await givenBuild(owner, 'built', { report: { hasRollupOnly: true } })

    expect(await statusOf(owner)).toMatchObject({ status: 'built', warnings: [expect.stringContaining('rollup-only')] })
  })

  it('says that the engine of what is served does not start, until one does', async ({ owner }) => {
    const served = await givenBuild(owner, 'built')
    const { environmentId } = await environmentOf(owner)
    const { query } = server.database()
    await query('update environments set build_id = $1 where tenant_id = $2', [served, owner.tenantId])
    const add = (name: string, status: string, nodeId: string, buildId = served) =>
      query(
        'insert into engine_processes (tenant_id, name, deployment_id, environment_id, build_id, node_id, status) values ($1, $2, $3, $4, $5, $6, $7)',
        [owner.tenantId, name, owner.deploymentId, environmentId, buildId, nodeId, status],
      )
    const { nodeId } = server.services()
    await add('of another build', 'failed', nodeId, served - 1)
    await add('of a dead node', 'failed', 'a node that died')
    expect(await statusOf(owner)).toMatchObject({ deploymentStatus: 'active', warnings: [] })

    await add('of this one', 'failed', nodeId)
    expect(await statusOf(owner)).toMatchObject({
      status: 'built',
      deploymentStatus: 'failed',
      warnings: [expect.stringContaining('does not start')],
    })

    await add('another try', 'ready', nodeId)
    expect(await statusOf(owner)).toMatchObject({ deploymentStatus: 'active', warnings: [] })
  })

  it('says why no build can run while one waits, and not once it has its outcome', async ({ owner }) => {
    const { query } = server.database()
    await query('delete from nodes')
    const add = (id: string, role: string, problem: string | null, age = '0 s') =>
      query('insert into nodes (id, roles, version, build_problem, seen_at) values ($1, $2, $3, $4, now() - $5::interval)', [
        id,
        [role],
        '1',
        problem,
        age,
      ])
    const errorText = async () => (await statusOf(owner)).errorText
    await givenBuild(owner, 'queued')

    await add('api alone', 'api', null)
    await add('a worker that died', 'worker', null, '2 minutes')
    expect(await errorText()).toBe('No build can run now. No process with the role worker is running.')
    await add('a worker without Temporal', 'worker', 'Temporal is away.')
    expect(await errorText()).toBe('No build can run now. Temporal is away.')
    await givenBuild(owner, 'failed', { errorText: 'The model does not compile.' })
    expect(await errorText()).toBe('The model does not compile.')
    await givenBuild(owner, 'building', { errorText: 'Engine 1.7.43 is not installed on this node.' })
    await add('a worker', 'worker', null)
    expect(await errorText()).toBe('Engine 1.7.43 is not installed on this node.')
    await query('delete from nodes')
  })

  it('is none where nothing was built', async ({ owner }) => {
    await server.query('delete from builds where tenant_id = $1', [owner.tenantId])

    expect(await statusOf(owner)).toMatchObject({ branchName: 'main', status: 'none', deploymentStatus: 'none', errorText: null })
  })

  it('takes an empty name for none', async ({ owner }) => {
    expect(await statusOf(owner, '')).toEqual(await statusOf(owner))
  })

  it('says Bad branch of one that is not there, and of a personal one of somebody else', async ({ owner, developer: colleague }) => {
    const theirs = await enterDevMode(colleague)

    for (const branchName of ['nothing', theirs])
      expect(await statusOf(owner, branchName)).toMatchObject({ branchName, status: 'building', errorText: 'Bad branch' })
  })

  it('says of a shared branch that nothing runs', async ({ owner }) => {
    const branchName = await givenBranch(owner)

    expect(await statusOf(owner, branchName)).toMatchObject({ branchName, status: 'building', errorText: 'Branch is not active' })
  })

  it('means the branch of dev mode while the credential is on it', async ({ owner }) => {
    const branchName = await enterDevMode(owner)

    expect(await statusOf(owner)).toMatchObject({ branchName, mode: 'dev_mode', status: 'built', errorText: null })
    expect(await statusOf(owner, 'main')).toMatchObject({ branchName: 'main', mode: 'production_build' })

    await server.query('delete from dev_modes where tenant_id = $1', [owner.tenantId])
    expect(await statusOf(owner, branchName)).toMatchObject({ branchName, mode: 'dev_mode', status: 'building', errorText: null })
  })
})

describe('a build is asked for', () => {
  it('by the creation of a deployment, and its first reader asks for no second one', async ({ owner }) => {
    await owner.api.listFiles({ params: { deploymentId: owner.deploymentId }, query: {} })

    expect((await builds.rows(owner)).map(({ reason }) => reason)).toEqual(['deployment_created'])
  })

  it('by a commit to the deploy branch, and by none to another', async ({ modeler: owner }) => {
    const feature = await givenBranch(owner)

    expect(await reasonsAfter(owner, () => commit(owner, 'model/a.yml'))).toEqual(['branch_changed'])
    expect(await reasonsAfter(owner, () => givenFiles(server, owner, feature, { 'model/f.yml': 'cubes: []' }))).toEqual([])
  })

  it('by a merge to the deploy branch', async ({ modeler: owner }) => {
    const feature = await givenBranch(owner)
    await givenFiles(server, owner, feature, { 'model/f.yml': 'cubes: []' })

    const merge = () => owner.api.mergeToDefaultBranch({ params: { deploymentId: owner.deploymentId }, body: { branchName: feature } })

    expect(await reasonsAfter(owner, merge)).toEqual(['branch_changed'])
  })

  it('once by an upload that is finished', async ({ modeler: owner }) => {
    expect(await reasonsAfter(owner, () => upload(owner, { 'model/u.yml': 'cubes: []' }))).toEqual(['branch_changed'])
  })

  it('by another version, branch or project root, and by no other setting', async ({ modeler: owner }) => {
    expect(await reasonsAfter(owner, () => update(owner, { releaseChannel: 'latest' }))).toEqual(['version_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { deployBranchName: 'main' }))).toEqual(['settings_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { deployProjectRoot: 'a' }))).toEqual(['settings_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { name: 'Renamed' }))).toEqual([])
  })

  it('by variables that are set or deleted', async ({ modeler: owner }) => {
    const params = { deploymentId: owner.deploymentId, name: 'A' }

    expect(await reasonsAfter(owner, () => setVariables(owner, { name: 'A', value: '1' }))).toEqual(['variables_changed'])
    expect(await reasonsAfter(owner, () => owner.api.deleteEnvVariable({ params }))).toEqual(['variables_changed'])
    expect(await reasonsAfter(owner, () => setVariables(owner))).toEqual([])
  })

  it('not by a change that is undone', async ({ modeler: owner }) => {
    const refused = () => setVariables(owner, { name: 'NODE_OPTIONS', value: 'x' }).catch(() => undefined)

    expect(await reasonsAfter(owner, refused)).toEqual([])
  })
})

describe('where only uploads deploy', () => {
  it('a branch that moves is no reason to build, and an upload is', async ({ modeler: owner }) => {
    const feature = await givenBranch(owner)
    await update(owner, { deployMode: 'cli' })

    expect(await reasonsAfter(owner, () => commit(owner, 'model/a.yml'))).toEqual([])
    expect(await reasonsAfter(owner, () => upload(owner, { 'model/f.yml': 'cubes: []' }, feature))).toEqual([])
    expect(await reasonsAfter(owner, () => upload(owner, { 'model/u.yml': 'cubes: []' }))).toEqual(['upload_finished'])
  })

  it('other reasons build what was uploaded last, whatever the branch says by now', async ({ modeler: owner }) => {
    await update(owner, { deployMode: 'cli' })
    await upload(owner, { 'model/u.yml': 'cubes: []' })
    await givenFiles(server, owner, 'main', { 'model/merged.yml': 'cubes: []' })
    await setVariables(owner, { name: 'A', value: '1' })

    expect(await builds.run(owner)).toMatchObject({ status: 'built', reason: 'variables_changed' })
    expect(builds.compiled.at(-1)?.files).toEqual(['model/u.yml'])
  })

  it('and none came yet, they build what was built last', async ({ modeler: owner }) => {
    const first = await builds.run(owner)
    await update(owner, { deployMode: 'cli' })
    await givenFiles(server, owner, 'main', { 'model/merged.yml': 'cubes: []' })
    await setVariables(owner, { name: 'A', value: '1' })

    expect(await builds.run(owner)).toMatchObject({ status: 'built', commit_hash: first.commit_hash })
  })
})
