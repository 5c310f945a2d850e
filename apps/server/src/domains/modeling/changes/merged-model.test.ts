import { describe, expect, vi } from 'vitest'
import type { ModelProblem } from '#engine/hosting'
import { givenBranch, givenFiles, headOf, plainReport, refusalOf, useServer, withOwner } from '#test'

const server = useServer()
const it = withOwner(server).extend('branchName', async ({ owner }) => {
  const name = await givenBranch(owner)
  await givenFiles(server, owner, name, { 'model/orders.yml': 'cubes: []\n' })
  return name
})

const problem = { file: 'model/orders.yml', line: 3, message: 'orders cube: "sql_table" is required' }
const compileTo = (errors: ModelProblem[]) =>
  vi.spyOn(server.services().modelCompiler, 'compile').mockImplementation(async () => ({ ...plainReport, errors }))

describe('a merge into the deploy branch', () => {
  it('reports why the merged model does not compile', async ({ owner, branchName }) => {
    compileTo(Array.from({ length: 30 }, () => problem))

    const answers = [
      await owner.api.mergeIntoParentBranch({ params: owner, body: { branchName } }),
      await givenFiles(server, owner, branchName, { 'model/returns.yml': 'cubes: []\n' }).then(() =>
        owner.api.mergeToDefaultBranch({ params: owner, body: { branchName } }),
      ),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({ merged: true, validation: { valid: false } })
      expect(answer.validation?.errors).toHaveLength(20)
      expect(answer.validation?.errors[0]).toEqual({ fileName: problem.file, line: problem.line, message: problem.message })
    }
  })

  it('reports that the merged model compiles', async ({ owner, branchName }) => {
    compileTo([])

    expect(await owner.api.mergeToDefaultBranch({ params: owner, body: { branchName } })).toMatchObject({
      validation: { valid: true, errors: [] },
    })
  })

  it('is refused with requireBuild when the result does not compile, and changes nothing', async ({ owner, branchName }) => {
    const compile = compileTo([problem])
    const before = await headOf(server, owner, 'main')

    const refusals = [
      await refusalOf(owner.api.mergeIntoParentBranch({ params: owner, body: { branchName, requireBuild: true } })),
      await refusalOf(
        owner.api.mergeToDefaultBranch({ params: owner, body: { branchName, requireBuild: true, removeBranchAfterMerge: true } }),
      ),
    ]

    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 409,
        code: 'build_would_fail',
        message: expect.stringContaining(problem.message),
        errors: [{ pointer: 'model/orders.yml:3', message: problem.message }],
      })
    expect(await headOf(server, owner, 'main')).toBe(before)
    compile.mockImplementation(async () => plainReport)
    expect(await owner.api.mergeIntoParentBranch({ params: owner, body: { branchName, requireBuild: true } })).toMatchObject({
      merged: true,
      validation: { valid: true, errors: [] },
    })
    expect(compile).toHaveBeenCalledTimes(3)
    expect(await headOf(server, owner, 'main')).not.toBe(before)
  })

  it('says that the model was not compiled when no engine is installed, and is refused with requireBuild', async ({
    owner,
    branchName,
  }) => {
    vi.restoreAllMocks()
    const before = await headOf(server, owner, 'main')
    const required = await refusalOf(owner.api.mergeToDefaultBranch({ params: owner, body: { branchName, requireBuild: true } }))
    expect(required).toMatchObject({ status: 503, code: 'engine_unavailable' })
    expect(await headOf(server, owner, 'main')).toBe(before)

    expect(await owner.api.mergeToDefaultBranch({ params: owner, body: { branchName } })).toMatchObject({
      merged: true,
      validation: { valid: null, errors: [], message: expect.stringContaining('was not compiled') },
    })
  })
})

it('does not compile a merge into another branch, or one without changes', async ({ owner, branchName }) => {
  const compile = compileTo([problem])
  const nested = await givenBranch(owner, branchName)
  await givenFiles(server, owner, nested, { 'model/returns.yml': 'cubes: []\n' })

  expect(await owner.api.mergeIntoParentBranch({ params: owner, body: { branchName: nested, requireBuild: true } })).not.toHaveProperty(
    'validation',
  )
  const fresh = await givenBranch(owner)
  expect(await owner.api.mergeIntoParentBranch({ params: owner, body: { branchName: fresh, requireBuild: true } })).not.toHaveProperty(
    'validation',
  )
  expect(compile).not.toHaveBeenCalled()
})
