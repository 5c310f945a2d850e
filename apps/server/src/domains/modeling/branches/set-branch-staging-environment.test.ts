import { describe, expect, it } from 'vitest'
import { enterDevMode, givenBranch, headOf, refusalOf, useServer } from '#test'

const server = useServer()

describe('setBranchStagingEnvironment', () => {
  it('turns it on and off, by name or by id', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)

    const on = await admin.api.setBranchStagingEnvironment({ params: admin, body: { enabled: true, branchName } })
    const listed = await admin.api.listBranches({ params: admin })
    const off = await admin.api.setBranchStagingEnvironment({ params: admin, body: { enabled: false, branchId: on.data.id } })

    const lastHash = await headOf(server, admin, branchName)
    expect(on.data).toMatchObject({ name: branchName, isStagingEnvironmentEnabled: true, lastHash })
    expect(listed.items.find(({ name }) => name === branchName)).toEqual(on.data)
    expect(off.data).toEqual({ ...on.data, isStagingEnvironmentEnabled: false })
  })

  it('is not for personal branches, nor for the deploy branch', async () => {
    const admin = await server.admin()

    for (const branchName of [await enterDevMode(admin), 'main'])
      expect(await refusalOf(admin.api.setBranchStagingEnvironment({ params: admin, body: { enabled: true, branchName } }))).toMatchObject({
        status: 400,
        code: 'not_shared_branch',
      })
  })

  it('refuses no branch, one there is not, and a name and an id that do not agree', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)
    const { data } = await admin.api.setBranchStagingEnvironment({ params: admin, body: { enabled: true, branchName } })
    const outcome = (body: { branchName?: string; branchId?: number }) =>
      server.outcome(admin, 'setBranchStagingEnvironment', { params: admin, body: { enabled: true, ...body } })

    expect(await outcome({})).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: '' })).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: 'none' })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: 1 })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: data.id, branchName: 'main' })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: data.id, branchName })).toMatchObject({ status: 200 })
  })
})
