import { describe, expect, it } from 'vitest'
import { enterDevMode, givenBranch, givenFiles, refsOf, refusalOf, useServer } from '#test'

const server = useServer()

describe('deleteBranch', () => {
  it('takes the branch away with its refs', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)

    expect(await admin.api.deleteBranch({ params: admin, query: { branchName } })).toEqual({ success: true })

    expect((await admin.api.listBranches({ params: admin })).items.map(({ name }) => name)).toEqual(['main'])
    expect(Object.keys(await refsOf(server, admin))).toEqual(['heads/main'])
    expect(await server.outcome(admin, 'deleteBranch', { params: admin, query: { branchName } })).toMatchObject({
      status: 404,
      code: 'branch_not_found',
    })
  })

  it('gives the branches made from it its own parent', async () => {
    const admin = await server.admin()
    const middle = await givenBranch(admin)
    const child = await givenBranch(admin, middle)
    const fork = await enterDevMode(admin, middle)
    await givenFiles(server, admin, fork, { 'model/a.yml': 'a\n' })

    await admin.api.deleteBranch({ params: admin, query: { branchName: middle } })

    const { items } = await admin.api.listBranches({ params: admin })
    const parents = Object.fromEntries(items.map(({ name, parentBranch }) => [name, parentBranch]))
    expect(parents).toEqual({ [child]: 'main', [fork]: 'main', main: null })
    await admin.api.commitChanges({ params: admin, body: {} })
  })

  it('keeps both forks of a person when their parents become one', async () => {
    const admin = await server.admin()
    const middle = await givenBranch(admin)
    const ofMain = await enterDevMode(admin)
    const ofMiddle = await enterDevMode(admin, middle)

    await admin.api.deleteBranch({ params: admin, query: { branchName: middle } })

    expect(await enterDevMode(admin)).toBe(ofMain)
    expect(await enterDevMode(admin, ofMiddle)).toBe(ofMiddle)
  })

  it('ends dev mode of whoever is on it', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)

    await admin.api.deleteBranch({ params: admin, query: { branchName } })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect(await enterDevMode(admin)).toBe(branchName)
  })

  it('keeps the deploy branch', async () => {
    const admin = await server.admin()

    expect(await refusalOf(admin.api.deleteBranch({ params: admin, query: { branchName: 'main' } }))).toMatchObject({
      status: 400,
      code: 'deploy_branch_kept',
      message: expect.stringMatching(/^Cannot remove the main branch/) as string,
    })
  })

  it("refuses somebody else's personal branch, and a call that names none", async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const branchName = await enterDevMode(other)
    const outcome = (name: string) => server.outcome(admin, 'deleteBranch', { params: admin, query: { branchName: name } })

    expect(await outcome(branchName)).toMatchObject({ status: 403, code: 'not_own_branch' })
    expect(await outcome('')).toMatchObject({ status: 400, code: 'branch_required' })
  })
})
