import { describe, expect, it } from 'vitest'
import { cloneRepository, enterDevMode, filesOn, givenFiles, givenRole, headOf, refsOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/orders.yml'

/** Long enough that git sees a renamed file for what it is. */
const lines = (ending: string): string => `one\ntwo\nthree\nfour\nfive\n${ending}\n`

describe('commitChanges', () => {
  it('puts what is pending on the parent as one commit by the caller', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { [path]: 'one\n' })
    await givenFiles(server, admin, branch, { [path]: 'two\n', 'README.md': null })
    const before = await headOf(server, admin, 'main')

    expect(await admin.api.commitChanges({ params: admin, body: { message: 'Count refunds apart' } })).toEqual({ success: true })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '--format=%s|%an|%P', '-1', 'origin/main')).toBe(`Count refunds apart|admin@${admin.host}|${before}`)
    expect(await git('show', `origin/main:${path}`)).toBe('two')
    expect(await git('ls-tree', '-r', '--name-only', 'origin/main')).not.toContain('README.md')
    expect(await git('rev-parse', `origin/${branch}`)).toBe(await git('rev-parse', 'origin/main'))
    await git('fsck', '--strict')
  })

  it('says in the message what was changed when none is given', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { [path]: 'one\n' })
    await admin.api.commitChanges({ params: admin, body: {} })
    await givenFiles(server, admin, branch, { 'model/b.yml': 'b\n', 'model/a.yml': 'a\n' })
    await admin.api.commitChanges({ params: admin, body: { message: '' } })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '--format=%s', '-2', 'origin/main')).toBe(`Change 2 files\nChange ${path}`)
    expect(await git('log', '--format=%b', '-1', 'origin/main')).toBe('- model/a.yml\n- model/b.yml')
  })

  it('joins what others committed to the parent meanwhile', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { 'model/mine.yml': 'mine\n' })
    const theirs = await givenFiles(server, admin, 'main', { 'model/theirs.yml': 'theirs\n' })

    await admin.api.commitChanges({ params: admin, body: { branchName: branch } })

    expect(await filesOn(server, admin, branch)).toMatchObject({ 'model/mine.yml': 'mine\n', 'model/theirs.yml': 'theirs\n' })
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '--format=%P', '-1', 'origin/main')).toBe(theirs)
  })

  it('is a success without a commit when nothing is pending, and brings the branch up to its parent', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    const head = await givenFiles(server, admin, 'main', { [path]: 'one\n' })
    await givenFiles(server, admin, branch, { [path]: 'one\n' })

    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
    expect(await headOf(server, admin, 'main')).toBe(head)
    expect(await headOf(server, admin, branch)).toBe(head)
    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
    expect(await headOf(server, admin, 'main')).toBe(head)
  })

  it('leaves a file where it was written when the parent moved the folder around it', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { 'old/a.yml': lines('a'), 'old/b.yml': lines('b') })
    await admin.api.commitChanges({ params: admin, body: {} })
    await givenFiles(server, admin, branch, { 'old/c.yml': 'c\n' })
    await givenFiles(server, admin, 'main', { 'old/a.yml': null, 'old/b.yml': null, 'new/a.yml': lines('a'), 'new/b.yml': lines('b') })

    await admin.api.commitChanges({ params: admin, body: {} })

    const paths = Object.keys(await filesOn(server, admin, 'main')).filter((name) => /^(old|new)/.test(name))
    expect(paths).toEqual(['new/a.yml', 'new/b.yml', 'old/c.yml'])
  })

  it('never commits to a personal branch of somebody else, not even one that became the parent', async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    await other.api.createBranch({ params: admin, body: { name: 'a', from: await enterDevMode(other) } })
    await givenFiles(server, admin, await enterDevMode(admin, 'a'), { [path]: 'mine' })
    await other.api.deleteBranch({ params: admin, query: { branchName: 'a' } })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ status: 403, code: 'not_own_branch' })
    expect(await admin.api.mergeToDefaultBranch({ params: admin, body: { message: 'Go' } })).toMatchObject({ merged: true })
  })

  it('leaves dev mode when asked, whether or not something was pending', async () => {
    const admin = await server.admin()
    await enterDevMode(admin)

    await admin.api.commitChanges({ params: admin, body: { exitDevMode: true } })

    const call = server.outcome(admin, 'commitChanges', { params: admin, body: {} })
    expect(await call).toMatchObject({ status: 400, code: 'branch_required' })
  })

  it('finds nothing pending on a shared branch', async () => {
    const admin = await server.admin()
    const before = await refsOf(server, admin)

    expect(await admin.api.commitChanges({ params: admin, body: { branchName: 'main' } })).toEqual({ success: true })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it.each([
    ['without a branch', {}, 'branch_required', 400],
    ['with an empty name', { branchName: '' }, 'branch_required', 400],
    ['of a branch there is not', { branchName: 'nowhere' }, 'branch_not_found', 404],
  ])('refuses a commit %s', async (_, body, code, status) => {
    const admin = await server.admin()

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body })).toMatchObject({ status, code })
  })

  it("refuses somebody else's personal branch", async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const branchName = await enterDevMode(admin)

    const call = await server.outcome(other, 'commitChanges', { params: admin, body: { branchName } })

    expect(call).toMatchObject({ status: 403, code: 'not_own_branch' })
  })

  it('keeps the deploy branch from a role that may only write on branches', async () => {
    const admin = await server.admin()
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    await admin.api.createBranch({ params: admin, body: { name: 'feature' } })
    await givenFiles(server, admin, await enterDevMode(author), { [path]: 'one\n' })

    expect(await refusalOf(author.api.commitChanges({ params: admin, body: {} }))).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringMatching(/^Changing the deploy branch "main" needs the action SchemaUpdate/) as string,
    })
    await givenFiles(server, admin, await enterDevMode(author, 'feature'), { [path]: 'one\n' })
    expect(await author.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
    expect(await filesOn(server, admin, 'feature')).toMatchObject({ [path]: 'one\n' })
  })

  it('leaves a read-only deploy branch to merges', async () => {
    const admin = await server.admin()
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { [path]: 'one\n' })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({
      status: 403,
      code: 'deploy_branch_read_only',
    })
    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: {} })).toEqual({ merged: true, branchDeleted: false })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
    await admin.api.createBranch({ params: admin, body: { name: 'feature' } })
    const fork = await enterDevMode(admin, 'feature')
    await givenFiles(server, admin, fork, { [path]: 'two\n' })
    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
  })

  it('joins the commits of many people to one branch, each of them whole', async () => {
    const admin = await server.admin()
    const people = await Promise.all(Array.from({ length: 4 }, () => server.colleague(admin, { role: 'Developer' })))
    for (const [index, person] of people.entries())
      await givenFiles(server, admin, await enterDevMode(person), { [`model/${index}.yml`]: `${index}\n` })

    await Promise.all(people.map((person) => person.api.commitChanges({ params: admin, body: {} })))

    const files = await filesOn(server, admin, 'main')
    expect(people.map((_, index) => files[`model/${index}.yml`])).toEqual(['0\n', '1\n', '2\n', '3\n'])
    const { git } = await cloneRepository(server, admin)
    expect(await git('rev-list', '--count', '--no-merges', 'origin/main')).toBe('5')
  })
})
