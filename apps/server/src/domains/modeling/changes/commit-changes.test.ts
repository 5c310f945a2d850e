import { describe, expect } from 'vitest'
import {
  cloneRepository,
  enterDevMode,
  failureOf,
  filesOn,
  givenBranch,
  givenFiles,
  givenRole,
  headOf,
  refsOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server).extend('branch', ({ admin }) => enterDevMode(admin))
const path = 'model/orders.yml'

/** Long enough that git sees a renamed file for what it is. */
const lines = (ending: string): string => `one\ntwo\nthree\nfour\nfive\n${ending}\n`

describe('commitChanges', () => {
  it('puts what is pending on the parent as one commit by the caller', async ({ admin, branch }) => {
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

  it('says in the message what was changed when none is given', async ({ admin, branch }) => {
    await givenFiles(server, admin, branch, { [path]: 'one\n' })
    await admin.api.commitChanges({ params: admin, body: {} })
    await givenFiles(server, admin, branch, { 'model/b.yml': 'b\n', 'model/a.yml': 'a\n' })
    await admin.api.commitChanges({ params: admin, body: { message: '' } })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '--format=%s', '-2', 'origin/main')).toBe(`Change 2 files\nChange ${path}`)
    expect(await git('log', '--format=%b', '-1', 'origin/main')).toBe('- model/a.yml\n- model/b.yml')
  })

  it('joins what others committed to the parent meanwhile', async ({ admin, branch }) => {
    await givenFiles(server, admin, branch, { 'model/mine.yml': 'mine\n' })
    const theirs = await givenFiles(server, admin, 'main', { 'model/theirs.yml': 'theirs\n' })

    await admin.api.commitChanges({ params: admin, body: { branchName: branch } })

    expect(await filesOn(server, admin, branch)).toMatchObject({ 'model/mine.yml': 'mine\n', 'model/theirs.yml': 'theirs\n' })
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '--format=%P', '-1', 'origin/main')).toBe(theirs)
  })

  it('is a success without a commit when nothing is pending, and brings the branch up to its parent', async ({ admin, branch }) => {
    const head = await givenFiles(server, admin, 'main', { [path]: 'one\n' })
    await givenFiles(server, admin, branch, { [path]: 'one\n' })

    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
    expect(await headOf(server, admin, 'main')).toBe(head)
    expect(await headOf(server, admin, branch)).toBe(head)
    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
    expect(await headOf(server, admin, 'main')).toBe(head)
  })

  it('leaves a file where it was written when the parent moved the folder around it', async ({ admin, branch }) => {
    await givenFiles(server, admin, branch, { 'old/a.yml': lines('a'), 'old/b.yml': lines('b') })
    await admin.api.commitChanges({ params: admin, body: {} })
    await givenFiles(server, admin, branch, { 'old/c.yml': 'c\n' })
    await givenFiles(server, admin, 'main', { 'old/a.yml': null, 'old/b.yml': null, 'new/a.yml': lines('a'), 'new/b.yml': lines('b') })

    await admin.api.commitChanges({ params: admin, body: {} })

    const paths = Object.keys(await filesOn(server, admin, 'main')).filter((name) => /^(old|new)/.test(name))
    expect(paths).toEqual(['new/a.yml', 'new/b.yml', 'old/c.yml'])
  })

  it('never commits to a personal branch of somebody else, not even one that became the parent', async ({ admin, developer: other }) => {
    await other.api.createBranch({ params: admin, body: { name: 'a', from: await enterDevMode(other) } })
    await givenFiles(server, admin, await enterDevMode(admin, 'a'), { [path]: 'mine' })
    await other.api.deleteBranch({ params: admin, query: { branchName: 'a' } })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ status: 403, code: 'not_own_branch' })
    expect(await admin.api.mergeToDefaultBranch({ params: admin, body: { message: 'Go' } })).toMatchObject({ merged: true })
  })

  it('leaves dev mode when asked, whether or not something was pending', async ({ admin }) => {
    await enterDevMode(admin)

    await admin.api.commitChanges({ params: admin, body: { exitDevMode: true } })

    const call = server.outcome(admin, 'commitChanges', { params: admin, body: {} })
    expect(await call).toMatchObject({ status: 400, code: 'branch_required' })
  })

  it('finds nothing pending on a shared branch', async ({ admin }) => {
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

  it('keeps the deploy branch from a role that may only write on branches', async ({ admin }) => {
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

  it('leaves a read-only deploy branch to merges', async ({ admin }) => {
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })
    const branch = await enterDevMode(admin)
    await givenFiles(server, admin, branch, { [path]: 'one\n' })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject(failureOf('deploy_branch_read_only'))
    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: {} })).toMatchObject({ merged: true, branchDeleted: false })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
    await admin.api.createBranch({ params: admin, body: { name: 'feature' } })
    const fork = await enterDevMode(admin, 'feature')
    await givenFiles(server, admin, fork, { [path]: 'two\n' })
    expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
  })

  it('joins the commits of many people to one branch, each of them whole', async ({ admin }) => {
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

describe('pull', () => {
  it('moves a personal branch without changes of its own to the head of its parent', async ({ admin, branch: branchName }) => {
    const head = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })

    expect(await admin.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: true })
    expect(await headOf(server, admin, branchName)).toBe(head)
    expect(await admin.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: false })
  })

  it('means the branch the credential is on when none is named', async ({ admin, branch: branchName }) => {
    const head = await givenFiles(server, admin, 'main', { [path]: 'theirs\n' })

    expect(await admin.api.pull({ params: admin, body: {} })).toEqual({ buildTriggered: true })
    expect(await headOf(server, admin, branchName)).toBe(head)
  })

  it('joins the parent with what is pending, by a commit with both histories', async ({ admin, branch: branchName }) => {
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

  it('shows a conflict with the parent and changes nothing', async ({ admin, branch: branchName }) => {
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

  it('takes a call without a body, as older clients send it', async ({ admin }) => {
    const answer = await server.request(admin, `/build/api/v1/deployments/${admin.deploymentId}/pull`, { method: 'POST' })

    expect(await answer.json()).toEqual({ buildTriggered: false })
  })

  it('returns 404 for an unknown branch', async ({ admin }) => {
    expect(await server.outcome(admin, 'pull', { params: admin, body: { branchName: 'none' } })).toMatchObject({
      status: 404,
      code: 'branch_not_found',
    })
  })

  it('keeps the deploy branch from a role that may only write on branches', async ({ admin }) => {
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    const branchName = await givenBranch(admin)

    expect(await server.outcome(author, 'pull', { params: admin, body: {} })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await author.api.pull({ params: admin, body: { branchName } })).toEqual({ buildTriggered: false })
  })
})
