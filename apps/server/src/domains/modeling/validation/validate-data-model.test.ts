import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, vi } from 'vitest'
import type { CompileInput, CompileReport } from '#engine/hosting'
import { ChildLimitExceeded } from '#adapters/children'
import { enterDevMode, givenBranch, headOf, plainReport, setVariables, useServer, withOwner } from '#test'

const server = useServer()
const it = withOwner(server)
// Real Cube behind walls, where tools/setup installed it. Those see nothing in a folder of the database's user.
const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const installed = useServer({
  FACET_ENGINES_FOLDER: process.env['FACET_ENGINES_FOLDER'] ?? '/nonexistent',
  FACET_SANDBOX: 'degraded',
  FACET_DATA_FOLDER: folder,
})

const compileWith = (compile: (input: CompileInput) => Promise<CompileReport>) =>
  vi.spyOn(server.services().modelCompiler, 'compile').mockImplementation(compile)

const view = (member: string): string =>
  `views:
  - name: mine
    cubes:
      - join_path: orders
        includes:
          - ${member}
`

describe('validateDataModel', () => {
  it('returns errors by file and line, with variable names in place of values', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: 'correct horse' })
    const errors = [{ file: 'model/orders.yml', line: 3, message: 'no column "correct horse"' }]
    compileWith(async () => ({ ...plainReport, cubes: 0, errors, hasPreAggregations: true }))

    expect(await owner.api.validateDataModel({ params: owner })).toEqual({
      branchName: 'main',
      valid: false,
      errors: [{ fileName: 'model/orders.yml', line: 3, message: 'no column "[CUBEJS_DB_PASS]"' }],
      cubesCount: 0,
      viewsCount: 0,
      warnings: [{ message: expect.stringContaining('pre-aggregations') }],
      lastHash: await headOf(server, owner, 'main'),
    })
  })

  it('looks at the deploy branch, at the one that is named, and with devMode at the one the credential is on', async ({ owner }) => {
    const feature = await givenBranch(owner)
    const branchName = await enterDevMode(owner)
    await owner.api.updateFiles({ params: owner, body: { branchName, files: [{ path: 'model/mine.yml', content: 'cubes: []\n' }] } })
    compileWith(async () => plainReport)

    const lookedAt = async (query: object) => (await owner.api.validateDataModel({ params: owner, query })).branchName

    expect(await lookedAt({})).toBe('main')
    expect(await lookedAt({ branchName: feature })).toBe(feature)
    expect(await lookedAt({ devMode: true })).toBe(branchName)
    expect((await owner.api.validateDataModel({ params: owner, query: { devMode: true } })).lastHash).toBe(
      await headOf(server, owner, branchName),
    )
  })

  it('warns that the dev-mode branch was not checked when the call names none', async ({ owner }) => {
    compileWith(async () => plainReport)
    const validate = (query: object) => owner.api.validateDataModel({ params: owner, query })
    expect((await validate({})).warnings).toEqual([])
    const branchName = await enterDevMode(owner)

    expect((await validate({})).warnings).toEqual([
      {
        message: `This is the deploy branch "main". Your dev-mode branch "${branchName}" was not checked. Send devMode=true, or branchName=${branchName}, to check it.`,
      },
    ])
    expect((await validate({ branchName: '' })).warnings).toHaveLength(1)
    for (const query of [{ devMode: true }, { branchName: 'main' }]) expect((await validate(query)).warnings).toEqual([])
  })

  it('returns 400 for devMode without a personal branch', async ({ owner }) => {
    const outcome = await server.outcome(owner, 'validateDataModel', { params: owner, query: { devMode: true } })

    expect(outcome).toMatchObject({ code: 'branch_required' })
  })

  it('says of a model that uses too much, or compiles for each caller, that it is not valid', async ({ owner }) => {
    compileWith(() => Promise.reject(new ChildLimitExceeded('time', '240 seconds')))
    expect(await owner.api.validateDataModel({ params: owner })).toMatchObject({
      valid: false,
      errors: [{ message: expect.stringContaining('240 seconds') }],
    })

    compileWith(async () => ({ ...plainReport, readsCompileSecurityContext: true }))
    expect(await owner.api.validateDataModel({ params: owner })).toMatchObject({
      valid: false,
      errors: [{ message: expect.stringContaining('COMPILE_CONTEXT') }],
    })
  })

  it('says that the engine is missing on this node', async ({ owner }) => {
    vi.restoreAllMocks()

    expect(await server.outcome(owner, 'validateDataModel', { params: owner })).toMatchObject({ status: 503, code: 'engine_unavailable' })
  })

  it('has a real engine say what is wrong, and nothing when it is right', async () => {
    const owner = await installed.admin()
    const branchName = await enterDevMode(owner)
    const save = (content: string) =>
      owner.api.updateFiles({ params: owner, body: { branchName, files: [{ path: 'model/views/mine.yml', content }] } })

    await save(view('nothing_here'))
    const wrong = await owner.api.validateDataModel({ params: owner, query: { devMode: true } })
    await save(view('status'))
    const right = await owner.api.validateDataModel({ params: owner, query: { devMode: true } })

    expect(wrong).toMatchObject({ branchName, valid: false, errors: [{ fileName: 'model/views/mine.yml' }] })
    expect(right).toMatchObject({ branchName, valid: true, errors: [] })
    expect(right.cubesCount).toBeGreaterThan(0)
  })
})
