import { describe, expect, vi } from 'vitest'
import { ChildLimitExceeded } from '#adapters/children'
import { storedObjectKey } from '#adapters/object-store'
import {
  type Actor,
  calmStep,
  givenFiles,
  givenModeler,
  headOf,
  linkTo,
  givenCommit,
  plainReport,
  setVariables,
  useBuilds,
  useServer,
  withOwner,
} from '#test'
import { activateBuild, cancelBuild, makeBuild, requestBuild } from './index.ts'
import { inTransaction } from '#db'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)

const ask = (actor: Actor) =>
  inTransaction(server.services().pool, actor.tenantId, 'read write', (db) => requestBuild(db, actor, { reason: 'requested' }))

const removeArtifact = async (actor: Actor, key: string | null) => server.services().objects.remove([storedObjectKey(actor, key ?? '')])

describe('makeBuild', () => {
  it('makes an artifact of the starter project of a new deployment, and production serves it', async () => {
    const owner = await server.admin()
    const asked = await builds.newest(owner)
    expect(asked).toMatchObject({ status: 'queued', reason: 'deployment_created', branch_name: 'main' })

    const built = await builds.run(owner)

    expect(built).toMatchObject({
      status: 'built',
      error_text: null,
      engine_version: '1.7.43',
      artifact_key: expect.stringMatching(/^tenants\/\d+\/artifacts\/\d+\//),
    })
    expect(built.commit_hash).toBe(await headOf(server, owner, 'main'))
    expect(await builds.served(owner)).toBe(built.id)
    expect(builds.compiled.at(-1)?.files.length).toBeGreaterThan(0)
    expect(await builds.logOf(owner, built.id)).toContainEqual(expect.stringContaining('Compiled 1 cubes'))
    expect(await builds.left()).toEqual([])
  })

  it('fails with every error by file and line, and production stays where it was', async ({ owner }) => {
    const before = await builds.run(owner)
    await givenFiles(server, owner, 'main', { 'model/orders.yml': 'cubes: [' })
    builds.compileWith(async () => ({ ...plainReport, errors: [{ file: 'model/orders.yml', line: 3, message: 'Unexpected end.' }] }))

    const failed = await builds.run(owner)
    builds.compileWith(null)

    expect(failed).toMatchObject({
      status: 'failed',
      error_text: 'model/orders.yml:3: Unexpected end.',
      errors: [{ file: 'model/orders.yml', line: 3, message: 'Unexpected end.' }],
      artifact_key: null,
    })
    expect(failed.finished_at).not.toBeNull()
    expect(await builds.served(owner)).toBe(before.id)
  })

  it.each([
    ['a NUL', 'Unexpected \0 here', 'Unexpected \ufffd here'],
    ['a character at the cut', `${'x'.repeat(1999)}😀`, `${'x'.repeat(1999)}\ufffd`],
  ])('fails with an error that has %s as with any other', async (_, message, kept) => {
    const owner = await givenModeler(server)
    builds.compileWith(async () => ({ ...plainReport, errors: [{ file: 'model/\0.yml', line: 1, message }] }))

    const failed = await builds.run(owner)
    builds.compileWith(null)

    expect(failed).toMatchObject({ status: 'failed', errors: [{ file: 'model/\ufffd.yml', line: 1, message: kept }] })
  })

  it('keeps a warning that has a NUL, and is built', async ({ owner }) => {
    builds.compileWith(async () => ({
      ...plainReport,
      warnings: [{ file: null, line: null, message: '\0' }],
      cubesWithoutPolicy: ['\ud800'],
    }))

    const built = await builds.run(owner)
    builds.compileWith(null)

    expect(built).toMatchObject({ status: 'built' })
  })

  it('moves production to the same artifact when its engine has to be told another setting', async ({ owner }) => {
    const first = await builds.run(owner)
    const compiled = builds.compiled.length
    await owner.api.updateDeployment({ params: owner, body: { embedWithoutPolicy: 'allow' } })

    const second = await builds.run(owner)

    expect(builds.compiled).toHaveLength(compiled)
    expect(second).toMatchObject({ status: 'built', reason: 'settings_changed', artifact_key: first.artifact_key })
    expect(await builds.served(owner)).toBe(second.id)

    await owner.api.updateDeployment({ params: owner, body: { embedWithoutPolicy: 'allow' } })
    await builds.run(owner)
    expect(await builds.served(owner)).toBe(second.id)
  })

  it('keeps the members of its model, also where nothing changed, and makes one again that has none', async ({ owner }) => {
    builds.compileWith(async () => ({ ...plainReport, members: ['orders.count'] }))
    const members = (id: number) => server.query('select members from builds where id = $1', [id])
    const first = await builds.run(owner)
    await ask(owner)
    const second = await builds.run(owner)
    expect(second).toMatchObject({ report: { reusedFrom: first.id } })
    expect(second.report).not.toHaveProperty('members')
    for (const { id } of [first, second]) expect(await members(id)).toEqual([{ members: ['orders.count'] }])

    // As if both were made by a release that kept none.
    await server.query('update builds set members = null where tenant_id = $1', [owner.tenantId])
    const compiled = builds.compiled.length
    await ask(owner)
    const third = await builds.run(owner)

    expect(builds.compiled).toHaveLength(compiled + 1)
    expect(await members(third.id)).toEqual([{ members: ['orders.count'] }])
    builds.compileWith(null)
  })

  it('compiles nothing when nothing changed, and production is not moved for it', async ({ owner }) => {
    const first = await builds.run(owner)
    const compiled = builds.compiled.length
    await ask(owner)

    const second = await builds.run(owner)

    expect(builds.compiled).toHaveLength(compiled)
    expect(second).toMatchObject({ status: 'built', artifact_key: first.artifact_key, report: { reusedFrom: first.id } })
    expect(second.id).not.toBe(first.id)
    expect(await builds.served(owner)).toBe(first.id)
    expect(await builds.logOf(owner, second.id)).toEqual([expect.stringContaining(`Nothing changed since build ${first.id}`)])
  })

  it('uses an earlier artifact again when the tree goes back to it, and serves that', async ({ owner }) => {
    const first = await builds.run(owner)
    await givenFiles(server, owner, 'main', { 'model/a.yml': 'cubes: []' })
    await builds.run(owner)
    await givenFiles(server, owner, 'main', { 'model/a.yml': null })
    const compiled = builds.compiled.length

    const third = await builds.run(owner)

    expect(builds.compiled).toHaveLength(compiled)
    expect(third.artifact_key).toBe(first.artifact_key)
    expect(await builds.served(owner)).toBe(third.id)
  })

  it('serves what it went back to, though another came to be served while its artifact was read', async ({ owner }) => {
    const first = await builds.run(owner)
    const serve = (id: number) => server.query('update environments set build_id = $1 where deployment_id = $2', [id, owner.deploymentId])
    await givenFiles(server, owner, 'main', { 'model/a.yml': 'cubes: []' })
    const between = await builds.run(owner)
    await serve(first.id)
    await givenFiles(server, owner, 'main', { 'model/a.yml': null })
    const reverted = builds.idOf(owner, await builds.newest(owner))
    const parts = builds.parts()
    const objects = Object.create(parts.objects, {
      stream: {
        async *value(...args: Parameters<typeof parts.objects.stream>) {
          yield* parts.objects.stream(...args)
          await serve(between.id)
        },
      },
    }) as typeof parts.objects

    expect(await makeBuild({ ...parts, objects }, reverted, calmStep())).toBe('stored')
    await activateBuild(parts, reverted)

    expect(await builds.served(owner)).toBe(reverted.buildId)
  })

  it('builds again what the store has lost', async ({ owner }) => {
    const first = await builds.run(owner)
    await removeArtifact(owner, first.artifact_key)
    await ask(owner)

    const again = await builds.run(owner)

    expect(again).toMatchObject({ status: 'built', content_hash: first.content_hash })
    expect(again.artifact_key).not.toBe(first.artifact_key)
    expect(await builds.served(owner)).toBe(again.id)
  })

  it('compiles anew for another variable or engine version', async ({ owner }) => {
    const first = await builds.run(owner)
    await setVariables(owner, { name: 'CUBEJS_DB_HOST', value: 'db.internal' })
    expect(await builds.newest(owner)).toMatchObject({ reason: 'variables_changed', status: 'queued' })

    const second = await builds.run(owner)

    expect(second.content_hash).not.toBe(first.content_hash)
    expect(builds.compiled.at(-1)?.variables).toEqual({ CUBEJS_DB_HOST: 'db.internal' })
    expect(await builds.served(owner)).toBe(second.id)
  })

  it('shows the value of no variable in log, errors and report', async ({ owner }) => {
    const secret = 'correct "horse" battery'
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: secret })
    builds.compileWith(async ({ onLine, variables }) => {
      onLine(`connecting with ${variables['CUBEJS_DB_PASS'] ?? ''}`)
      onLine(JSON.stringify(variables))
      return { ...plainReport, errors: [{ file: 'cube.js', line: 1, message: `no: ${secret} ${encodeURIComponent(secret)}` }] }
    })

    const failed = await builds.run(owner)
    builds.compileWith(null)

    const seen = JSON.stringify([failed, await builds.logOf(owner, failed.id)])
    expect(failed.error_text).toBe('cube.js:1: no: [CUBEJS_DB_PASS] [CUBEJS_DB_PASS]')
    expect(seen).not.toContain('horse')
    expect(seen).toContain('connecting with [CUBEJS_DB_PASS]')
  })

  it('refuses a model that compiles differently for each caller', async ({ owner }) => {
    builds.compileWith(async () => ({ ...plainReport, readsCompileSecurityContext: true }))

    const failed = await builds.run(owner)
    builds.compileWith(null)

    expect(failed).toMatchObject({ status: 'failed', error_text: expect.stringContaining('COMPILE_CONTEXT.securityContext') })
  })

  it('says of pre-aggregations that nothing here builds them', async ({ owner }) => {
    builds.compileWith(async () => ({ ...plainReport, hasPreAggregations: true, hasRollupOnly: true }))

    const built = await builds.run(owner)
    builds.compileWith(null)

    expect(built).toMatchObject({
      status: 'built',
      report: { notes: [expect.stringContaining('pre-aggregations'), expect.stringContaining('rollup_only')] },
    })
  })

  it('fails with the limit that compiling went over', async ({ owner }) => {
    builds.compileWith(() => Promise.reject(new ChildLimitExceeded('time', '60 s of time')))

    const failed = await builds.run(owner)
    builds.compileWith(null)

    expect(failed).toMatchObject({ status: 'failed', error_text: 'Compiling the data model went over its 60 s of time.' })
  })

  it('leaves out links, which nothing follows', async ({ owner }) => {
    await givenCommit(server, owner, 'main', [linkTo('model/passwd', '/etc/passwd')])

    const built = await builds.run(owner)

    expect(builds.compiled.at(-1)?.files).toEqual(['README.md'])
    expect(built.report?.notes).toEqual([expect.stringContaining('model/passwd')])
  })

  it('builds what is below the project root, and nothing when only the rest changed', async ({ owner }) => {
    await givenFiles(server, owner, 'main', { 'analytics/model/a.yml': 'cubes: []', 'other/b.txt': 'b' })
    await owner.api.updateDeployment({ params: { deploymentId: owner.deploymentId }, body: { deployProjectRoot: '/analytics/' } })
    const first = await builds.run(owner)
    expect(builds.compiled.at(-1)?.files).toEqual(['model/a.yml'])
    const compiled = builds.compiled.length
    await givenFiles(server, owner, 'main', { 'other/b.txt': 'changed' })

    expect(await builds.run(owner)).toMatchObject({ status: 'built', artifact_key: first.artifact_key })
    expect(builds.compiled).toHaveLength(compiled)
  })

  it('says that the deploy branch does not exist', async ({ owner }) => {
    await owner.api.updateDeployment({ params: { deploymentId: owner.deploymentId }, body: { deployBranchName: 'release' } })

    expect(await builds.run(owner)).toMatchObject({ status: 'failed', error_text: expect.stringContaining('"release" does not exist') })
  })
})

describe('cancelBuild', () => {
  it('ends a compile that is under way, whatever Temporal says', async ({ owner }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    const cancel = vi.fn<(id: string) => Promise<void>>(() => Promise.reject(new Error('Temporal is away.')))
    let hasBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    builds.compileWith(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          hasBegun()
        }),
    )
    const making = makeBuild(builds.parts(), id, calmStep())
    await begun

    expect(await cancelBuild({ pool: server.services().pool, work: { cancel }, onProblem: () => undefined }, id)).toBe(true)

    expect(await making).toBe('over')
    builds.compileWith(null)
    expect(await builds.newest(owner)).toMatchObject({ status: 'cancelled', error_text: 'The build was cancelled.' })
    expect(await builds.left()).toEqual([])
    expect(cancel).toHaveBeenCalledWith(`build-${owner.tenantId}-${id.buildId}`)
  })

  it('never becomes what is served, and keeps the outcome it has', async ({ owner }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    const parts = { pool: server.services().pool, work: { cancel: async () => undefined }, onProblem: () => undefined }
    await makeBuild(builds.parts(), id, calmStep())
    await cancelBuild(parts, id)

    expect(await activateBuild(builds.parts(), id)).toBe('over')
    expect(await cancelBuild(parts, id)).toBe(false)
    expect(await builds.served(owner)).toBeNull()
  })
})

describe('the wall between tenants', () => {
  it('makes nothing of a row for a workflow that names another deployment or environment', async ({ owner }) => {
    const row = await builds.newest(owner)
    const id = builds.idOf(owner, row)
    for (const forged of [
      { ...id, deploymentId: id.deploymentId + 1 },
      { ...id, environmentId: id.environmentId + 1 },
    ])
      expect(await makeBuild(builds.parts(), forged, calmStep())).toBe('over')
    expect(await builds.newest(owner)).toEqual(row)
  })

  it('finds no build of another tenant, however it is named', async ({ owner, stranger }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    const forged = { ...id, tenantId: stranger.tenantId }

    expect(await makeBuild(builds.parts(), forged, calmStep())).toBe('over')
    expect(await activateBuild(builds.parts(), forged)).toBe('over')
    expect(
      await inTransaction(server.services().pool, stranger.tenantId, 'read write', (db) =>
        requestBuild(db, owner, { reason: 'requested' }),
      ),
    ).toBeNull()
    expect(await builds.newest(owner)).toMatchObject({ id: id.buildId, status: 'queued' })
  })
})
