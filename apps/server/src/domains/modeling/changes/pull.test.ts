import { describe, expect, it } from 'vitest'
import { cloneRepository, enterDevMode, filesOn, givenBranch, givenFiles, givenRole, headOf, refsOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/orders.yml'

describe('pull', () => {
  it('moves a personal branch without changes of its own to the head of its parent', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    const head = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })

    expect(await admin.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: true })
    expect(await headOf(server, admin, branchName)).toBe(head)
    expect(await admin.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: false })
  })

  it('means the branch the credential is on when none is named', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    const head = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })

    expect(await admin.api.pull({ params: admin, body: {} })).toEqual({ buildTriggered: true })
    expect(await headOf(server, admin, branchName)).toBe(head)
  })

  it('joins the parent with what is pending, by a commit with both histories', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    const mine = await givenFiles(server, admin, branchName, { 'model/mine.yml': 'mine\n' })
    const theirs = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })

    expect(await admin.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: true })

    expect(await filesOn(server, admin, branchName)).toMatchObject({ 'model/mine.yml': 'mine\n', [path]: 'theirs\n' })
    expect(await headOf(server, admin, 'main')).toBe(theirs)
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%P', `origin/${branchName}`)).toBe(`Merge "main" into "${branchName}"|${mine} ${theirs}`)
    await admin.api.commitChanges({ params: admin, body: { message: 'Mine' } })
    expect(await headOf(server, admin, branchName)).toBe(await headOf(server, admin, 'main'))
    const after = await cloneRepository(server, admin)
    expect(await after.git('log', '-1', '--format=%s|%P', 'origin/main')).toBe(`Mine|${theirs}`)
  })

  it('shows a conflict with the parent and changes nothing', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    await givenFiles(server, admin, branchName, { [path]: 'mine\n' })
    const parentHash = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })
    const before = await refsOf(server, admin)

    const refused = await refusalOf(admin.api.pull({ params: admin, body: { branchName } }))

    expect(refused).toMatchObject({
      status: 409,
      code: 'merge_conflict',
      parentHash,
      conflicts: [{ path, ours: 'mine\n', theirs: 'theirs\n' }],
    })
    expect(await refsOf(server, admin)).toEqual(before)
    await admin.api.commitChanges({ params: admin, body: { resolveMergeConflict: true, parentHash } })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'mine\n' })
  })

  it.each([
    ['the deploy branch, when none is named', {}],
    ['the deploy branch, when the name is empty', { branchName: '' }],
  ])('moves nothing without a remote: %s', async (_, body) => {
    const admin = await server.admin()
    await enterDevMode(admin)
    const before = await refsOf(server, admin)

    expect(await admin.api.pull({ params: admin, body })).toEqual({ buildTriggered: false })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('takes a call without a body, as older clients send it', async () => {
    const admin = await server.admin()

    const answer = await server.request(admin, `/build/api/v1/deployments/${admin.deploymentId}/pull`, { method: 'POST' })

    expect(await answer.json()).toEqual({ buildTriggered: false })
  })

  it("refuses somebody else's personal branch, and one there is not", async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const branchName = await enterDevMode(admin)

    expect(await server.outcome(other, 'pull', { params: admin, body: { branchName } })).toMatchObject({
      status: 403,
      code: 'not_own_branch',
    })
    expect(await server.outcome(admin, 'pull', { params: admin, body: { branchName: 'none' } })).toMatchObject({
      status: 404,
      code: 'branch_not_found',
    })
  })

  it('keeps the deploy branch from a role that may only write on branches', async () => {
    const admin = await server.admin()
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    const branchName = await givenBranch(admin)

    expect(await server.outcome(author, 'pull', { params: admin, body: {} })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await author.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: false })
  })
})
