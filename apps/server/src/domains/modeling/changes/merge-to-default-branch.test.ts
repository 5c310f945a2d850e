import { describe, expect, it } from 'vitest'
import { cloneRepository, enterDevMode, filesOn, givenBranch, givenFiles, headOf, refsOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/orders.yml'

describe('mergeToDefaultBranch', () => {
  it('merges past the parent into the deploy branch, and keeps the branch', async () => {
    const admin = await server.admin()
    const parent = await givenBranch(admin)
    const branchName = await givenBranch(admin, parent)
    const before = await headOf(server, admin, parent)
    const theirs = await givenFiles(server, admin, branchName, { [path]: 'one\n' })
    const ours = await headOf(server, admin, 'main')

    const merged = await admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, message: 'Go' } })

    expect(merged).toEqual({ merged: true, branchDeleted: false })
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%P', 'origin/main')).toBe(`Go|${ours} ${theirs}`)
    expect(await headOf(server, admin, parent)).toBe(before)
    expect(await headOf(server, admin, branchName)).toBe(theirs)
  })

  it('removes the branch when asked, and names it in the message older clients leave out', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)
    await givenFiles(server, admin, branchName, { [path]: 'one\n' })

    const merged = await admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, removeBranchAfterMerge: true } })

    expect(merged).toEqual({ merged: true, branchDeleted: true })
    expect(Object.keys(await refsOf(server, admin))).toEqual(['heads/main'])
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s', 'origin/main')).toBe(`Merge "${branchName}" into "main"`)
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(1)
  })

  it('merges the personal branch the credential is on', async () => {
    const admin = await server.admin()
    await givenFiles(server, admin, await enterDevMode(admin, await givenBranch(admin)), { [path]: 'one\n' })

    await admin.api.mergeToDefaultBranch({ params: admin, body: { message: 'Go' } })

    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
  })

  it('shows a conflict and changes nothing', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)
    await givenFiles(server, admin, branchName, { [path]: 'theirs\n' })
    const parentHash = await givenFiles(server, admin, 'main', { [path]: 'main\n' })
    const before = await refsOf(server, admin)

    const refused = await refusalOf(admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, removeBranchAfterMerge: true } }))

    expect(refused).toMatchObject({ status: 409, code: 'merge_conflict', parentHash })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('refuses the deploy branch itself, no branch, and one of somebody else', async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const theirs = await enterDevMode(other)
    const outcome = (body: { branchName?: string }) => server.outcome(admin, 'mergeToDefaultBranch', { params: admin, body })

    expect(await outcome({ branchName: 'main' })).toMatchObject({ status: 400, code: 'merge_into_itself' })
    expect(await outcome({})).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: '' })).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: 'none' })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchName: theirs })).toMatchObject({ status: 403, code: 'not_own_branch' })
  })

  it('merges nothing while merges into the deploy branch are off; one that is read-only takes them', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)
    const body = { branchName, message: 'Go' }

    await admin.api.updateDeployment({ params: admin, body: { deployBranchMergeAllowed: false } })
    expect(await server.outcome(admin, 'mergeToDefaultBranch', { params: admin, body })).toMatchObject({
      status: 403,
      code: 'deploy_branch_merge_off',
    })
    await admin.api.updateDeployment({ params: admin, body: { deployBranchMergeAllowed: true, deployBranchReadOnly: true } })
    expect(await admin.api.mergeToDefaultBranch({ params: admin, body })).toMatchObject({ merged: true })
  })
})
