import { describe, expect } from 'vitest'
import {
  type Actor,
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
const it = withOwner(server)
  .extend('branchName', ({ admin }) => givenBranch(admin))
  .extend('ahead', () => givenAhead())
const path = 'model/orders.yml'

/** A shared branch two commits ahead of main, which has moved too. */
const givenAhead = async () => {
  const admin = await server.admin()
  const branchName = await givenBranch(admin)
  await givenFiles(server, admin, branchName, { [path]: 'one\n' })
  const theirs = await givenFiles(server, admin, branchName, { [path]: 'two\n' })
  const ours = await givenFiles(server, admin, 'main', { 'model/other.yml': 'other\n' })
  return { admin, branchName, theirs, ours }
}

const namesOf = async (actor: Actor) => (await actor.api.listBranches({ params: actor })).items.map(({ name }) => name)

describe('mergeIntoParentBranch', () => {
  it('creates a merge commit on the parent and keeps the branch', async ({ ahead: { admin, branchName, theirs, ours } }) => {
    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName } })).toMatchObject({
      merged: true,
      branchDeleted: false,
    })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%an|%P', 'origin/main')).toBe(
      `Merge "${branchName}" into "main"|admin@${admin.host}|${ours} ${theirs}`,
    )
    expect(await git('show', `origin/main:${path}`)).toBe('two')
    expect(await git('show', 'origin/main:model/other.yml')).toBe('other')
    expect(await git('rev-parse', `origin/${branchName}`)).toBe(theirs)
    await git('fsck', '--strict')
  })

  it('refuses two sides that are right alone and whose files would be one on some disks', async ({ admin, branchName }) => {
    await givenFiles(server, admin, branchName, { 'model/Orders.yml': 'theirs\n' })
    const ours = await givenFiles(server, admin, 'main', { 'model/orders.yml': 'ours\n' })

    const merged = admin.api.mergeIntoParentBranch({ params: admin, body: { branchName } })

    await expect(merged).rejects.toMatchObject({ status: 409, code: 'file_path_taken' })
    expect(await headOf(server, admin, 'main')).toBe(ours)
  })

  it('makes the commit also where the parent could just be moved, so that history shows the merge', async ({ admin, branchName }) => {
    const ours = await headOf(server, admin, 'main')
    const theirs = await givenFiles(server, admin, branchName, { [path]: 'one\n' })

    await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, message: 'Orders' } })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%P', 'origin/main')).toBe(`Orders|${ours} ${theirs}`)
  })

  it('is a success without a commit when the parent has it all', async ({ admin, branchName }) => {
    const before = await refsOf(server, admin)

    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName } })).toEqual({ merged: true, branchDeleted: false })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('squashes into one commit that the kept branch includes', async ({ ahead: { admin, branchName, theirs, ours } }) => {
    await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, squashCommits: true, message: 'Squashed' } })

    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%P', 'origin/main')).toBe(`Squashed|${ours}`)
    expect(await git('log', '-1', '--format=%P', `origin/${branchName}`)).toBe(`${theirs} ${await headOf(server, admin, 'main')}`)
    expect(await git('diff', '--stat', 'origin/main', `origin/${branchName}`)).toBe('')
    await givenFiles(server, admin, branchName, { [path]: 'three\n' })
    await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, squashCommits: true } })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'three\n' })
  })

  it('merges the personal branch the credential is on and leaves it level with its parent', async ({ admin }) => {
    const branchName = await enterDevMode(admin)
    await givenFiles(server, admin, branchName, { [path]: 'one\n' })

    await admin.api.mergeIntoParentBranch({ params: admin, body: {} })

    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
    expect(await headOf(server, admin, branchName)).toBe(await headOf(server, admin, 'main'))
  })

  it('finds a branch by its id', async ({ ahead: { admin, branchName } }) => {
    const { items } = await admin.api.listBranches({ params: admin })
    const branchId = items.find(({ name }) => name === branchName)?.id ?? 0

    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchId } })).toMatchObject({ merged: true })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'two\n' })
  })

  it('removes the branch on request, reparents its children and ends dev mode', async ({ ahead: { admin, branchName } }) => {
    const child = await givenBranch(admin, branchName)
    const other = await server.colleague(admin, { role: 'Developer' })
    await other.api.createBranch({ params: admin, body: { name: 'shown', from: branchName, activate: true } })
    await admin.api.createBranch({ params: admin, body: { name: 'of-mine', from: branchName, activate: true } })

    const merged = await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, deleteBranch: true } })

    expect(merged).toMatchObject({ merged: true, branchDeleted: true })
    expect((await namesOf(admin)).toSorted()).toEqual([child, 'main', 'of-mine', 'shown'].toSorted())
    expect(Object.keys(await refsOf(server, admin))).not.toContain(`heads/${branchName}`)
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === child)?.parentBranch).toBe('main')
  })

  it('ends dev mode with the personal branch it removes', async ({ admin }) => {
    await enterDevMode(admin)

    await admin.api.mergeIntoParentBranch({ params: admin, body: { deleteBranch: true } })

    expect(await namesOf(admin)).toEqual(['main'])
    expect(await server.outcome(admin, 'mergeIntoParentBranch', { params: admin, body: {} })).toMatchObject(failureOf('branch_required'))
  })

  it('points the credential at the parent when asked', async ({ admin, branchName: feature }) => {
    const branchName = await enterDevMode(admin, feature)
    await givenFiles(server, admin, branchName, { [path]: 'one\n' })

    await admin.api.mergeIntoParentBranch({ params: admin, body: { switchToParentBranch: true, deleteBranch: true } })

    await admin.api.mergeIntoParentBranch({ params: admin, body: {} })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
  })

  it('shows a conflict and changes nothing, not even the branch that was to go', async ({ ahead: { admin, branchName } }) => {
    const parentHash = await givenFiles(server, admin, 'main', { [path]: 'main\n' })
    const before = await refsOf(server, admin)

    const refused = await refusalOf(admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, deleteBranch: true } }))

    expect(refused).toMatchObject({
      status: 409,
      code: 'merge_conflict',
      parentHash,
      conflicts: [{ path, ours: 'main\n', theirs: 'two\n' }],
    })
    expect(await refsOf(server, admin)).toEqual(before)
    expect(await namesOf(admin)).toContain(branchName)
  })

  it('has nowhere to merge the deploy branch, or one that has lost its parent', async ({ admin, branchName: feature }) => {
    const deploy = await refusalOf(admin.api.mergeIntoParentBranch({ params: admin, body: { branchName: 'main' } }))
    await admin.api.updateDeployment({ params: admin, body: { deployBranchName: feature } })
    const orphan = await refusalOf(admin.api.mergeIntoParentBranch({ params: admin, body: { branchName: 'main' } }))

    expect(deploy).toMatchObject({ status: 400, code: 'parent_branch_missing' })
    expect(orphan).toMatchObject({ status: 400, code: 'parent_branch_missing' })
    expect(orphan.message).toContain(`merge-to-default merges it into the deploy branch "${feature}"`)
  })

  it('keeps the deploy branch from a role that may only write on branches', async ({ admin }) => {
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    const feature = await givenBranch(author)
    const nested = await givenBranch(author, feature)

    const toMain = await server.outcome(author, 'mergeIntoParentBranch', { params: admin, body: { branchName: feature } })

    expect(toMain).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await author.api.mergeIntoParentBranch({ params: admin, body: { branchName: nested } })).toMatchObject({ merged: true })
  })

  it('merges nothing into the deploy branch while that is off', async ({ ahead: { admin, branchName } }) => {
    const nested = await givenBranch(admin, branchName)
    await admin.api.updateDeployment({ params: admin, body: { deployBranchMergeAllowed: false } })

    const toMain = await server.outcome(admin, 'mergeIntoParentBranch', { params: admin, body: { branchName } })

    expect(toMain).toMatchObject({ status: 403, code: 'deploy_branch_merge_off' })
    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName: nested } })).toMatchObject({ merged: true })
  })
})

describe('mergeToDefaultBranch', () => {
  it('merges past the parent into the deploy branch, and keeps the branch', async ({ admin, branchName: parent }) => {
    const branchName = await givenBranch(admin, parent)
    const before = await headOf(server, admin, parent)
    const theirs = await givenFiles(server, admin, branchName, { [path]: 'one\n' })
    const ours = await headOf(server, admin, 'main')

    const merged = await admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, message: 'Go' } })

    expect(merged).toMatchObject({ merged: true, branchDeleted: false })
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s|%P', 'origin/main')).toBe(`Go|${ours} ${theirs}`)
    expect(await headOf(server, admin, parent)).toBe(before)
    expect(await headOf(server, admin, branchName)).toBe(theirs)
  })

  it('removes the branch when asked, and names it in the message older clients leave out', async ({ admin, branchName }) => {
    await givenFiles(server, admin, branchName, { [path]: 'one\n' })

    const merged = await admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, removeBranchAfterMerge: true } })

    expect(merged).toMatchObject({ merged: true, branchDeleted: true })
    expect(Object.keys(await refsOf(server, admin))).toEqual(['heads/main'])
    const { git } = await cloneRepository(server, admin)
    expect(await git('log', '-1', '--format=%s', 'origin/main')).toBe(`Merge "${branchName}" into "main"`)
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(1)
  })

  it('merges the personal branch the credential is on', async ({ admin }) => {
    await givenFiles(server, admin, await enterDevMode(admin, await givenBranch(admin)), { [path]: 'one\n' })

    await admin.api.mergeToDefaultBranch({ params: admin, body: { message: 'Go' } })

    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'one\n' })
  })

  it('shows a conflict and changes nothing', async ({ admin, branchName }) => {
    await givenFiles(server, admin, branchName, { [path]: 'theirs\n' })
    const parentHash = await givenFiles(server, admin, 'main', { [path]: 'main\n' })
    const before = await refsOf(server, admin)

    const refused = await refusalOf(admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, removeBranchAfterMerge: true } }))

    expect(refused).toMatchObject({ status: 409, code: 'merge_conflict', parentHash })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('returns an error for the deploy branch, an empty name and an unknown branch', async ({ admin }) => {
    const outcome = (body: { branchName?: string }) => server.outcome(admin, 'mergeToDefaultBranch', { params: admin, body })

    expect(await outcome({ branchName: 'main' })).toMatchObject({ status: 400, code: 'merge_into_itself' })
    expect(await outcome({})).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: '' })).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: 'none' })).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('merges nothing while merges into the deploy branch are off; one that is read-only takes them', async ({ admin, branchName }) => {
    const body = { branchName, message: 'Go' }

    await admin.api.updateDeployment({ params: admin, body: { deployBranchMergeAllowed: false } })
    expect(await server.outcome(admin, 'mergeToDefaultBranch', { params: admin, body })).toMatchObject(failureOf('deploy_branch_merge_off'))
    await admin.api.updateDeployment({ params: admin, body: { deployBranchMergeAllowed: true, deployBranchReadOnly: true } })
    expect(await admin.api.mergeToDefaultBranch({ params: admin, body })).toMatchObject({ merged: true })
  })
})
