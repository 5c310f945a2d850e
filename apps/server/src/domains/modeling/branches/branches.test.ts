import { describe, expect } from 'vitest'
import {
  cloneRepository,
  enterDevMode,
  failureOf,
  givenBranch,
  givenFiles,
  headOf,
  itPagesByCursor,
  refsOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server).extend('branchName', ({ admin }) => givenBranch(admin))

describe('createBranch', () => {
  it('starts at the head of the deploy branch, or of the one named', async ({ admin, branchName: feature }) => {
    const head = await givenFiles(server, admin, feature, { 'model/a.yml': 'a\n' })

    const fromMain = await admin.api.createBranch({ params: admin, body: { name: 'one' } })
    const fromFeature = await admin.api.createBranch({ params: admin, body: { name: 'two', from: feature } })

    expect(fromMain).toEqual({ active: false, branchName: 'one', parentBranch: 'main' })
    expect(fromFeature).toEqual({ active: false, branchName: 'two', parentBranch: feature })
    expect(await headOf(server, admin, 'one')).toBe(await headOf(server, admin, 'main'))
    expect(await headOf(server, admin, 'two')).toBe(head)
  })

  it.each([['activate'], ['enterDevMode']])(
    'points the credential at it with %s, without a fork: it is shown and not written',
    async (field) => {
      const admin = await server.admin()

      expect(await admin.api.createBranch({ params: admin, body: { name: 'shown', [field]: true } })).toMatchObject({ active: false })

      expect(await admin.api.mergeIntoParentBranch({ params: admin, body: {} })).toMatchObject({ merged: true })
      expect((await admin.api.listBranches({ params: admin })).items.map(({ kind }) => kind)).toEqual(['deploy', 'shared'])
    },
  )

  it.for(['a', 'revenue-rework', 'feature/orders', 'v1.2', 'UPPER_case', 'größe', '1', 'a@b', 'x/dev-y', 'a'.repeat(200)])(
    'takes the name %s, and so does git',
    async (name, { admin }) => {
      expect(await admin.api.createBranch({ params: admin, body: { name } })).toMatchObject({ branchName: name })

      const { git } = await cloneRepository(server, admin)
      expect(await git('rev-parse', `origin/${name}`)).toBe(await headOf(server, admin, name))
    },
  )

  it.for([
    '',
    ' ',
    'a b',
    '-a',
    '/a',
    'a/',
    'a//b',
    'a..b',
    '.a',
    'a/.b',
    'a.',
    'a.lock',
    'a.lock/b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    'a@{0}',
    '@',
    'HEAD',
    'a\tb',
    'a\nb',
    '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
    'gro\u0308\u00dfe',
    'a'.repeat(201),
    'dev-mine',
  ])('refuses the name %j', async (name, { admin }) => {
    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name } })).toMatchObject(failureOf('branch_name_invalid'))
  })

  it.each([
    ['a b', 'it holds a space or a control character'],
    ['fix:12', 'it holds one of ~ ^ : ? * [ \\'],
    ['-fix', 'it begins with "-", "/" or "."'],
    ['fix.lock', 'it holds ".lock" at the end of a part'],
  ])('says what is wrong with the name "%s"', async (name, problem) => {
    const admin = await server.admin()

    await expect(admin.api.createBranch({ params: admin, body: { name } })).rejects.toMatchObject({
      code: 'branch_name_invalid',
      message: expect.stringContaining(`"${name}" cannot be the name of a branch: ${problem}.`) as string,
    })
  })

  it.for(['fix#12', '#12', 'größe', 'a+b=c', 'v1.0', 'team/fix_1'])('takes the name "%s"', async (name, { admin }) => {
    expect(await admin.api.createBranch({ params: admin, body: { name } })).toMatchObject({ branchName: name })
  })

  it('refuses a name that is taken', async ({ admin, branchName: name }) => {
    expect(await refusalOf(admin.api.createBranch({ params: admin, body: { name } }))).toMatchObject({
      status: 409,
      code: 'branch_name_taken',
      message: `A branch called "${name}" already exists in this deployment. Choose another name.`,
    })
    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'main' } })).toMatchObject({
      code: 'branch_name_taken',
    })
  })

  it('refuses a name that git cannot keep beside another: one is a folder of the other', async ({ admin }) => {
    await admin.api.createBranch({ params: admin, body: { name: 'feature/orders' } })
    const outcome = (name: string) => server.outcome(admin, 'createBranch', { params: admin, body: { name } })

    expect(await outcome('feature')).toMatchObject({ status: 409, code: 'branch_name_taken' })
    expect(await outcome('feature/orders/totals')).toMatchObject({ status: 409, code: 'branch_name_taken' })
    expect(await outcome('feature/order')).toMatchObject({ status: 200 })
  })

  it("refuses to start from somebody else's personal branch, which would show it to all", async ({ admin, developer: other }) => {
    const from = await enterDevMode(other)

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', from } })).toMatchObject({
      code: 'not_own_branch',
    })
    await other.api.createBranch({ params: admin, body: { name: 'a', from } })
    const call = server.outcome(admin, 'mergeIntoParentBranch', { params: admin, body: { branchName: 'a' } })
    expect(await call).toMatchObject({ status: 403, code: 'not_own_branch' })
  })

  it('refuses to start from a branch there is not', async ({ admin }) => {
    const call = await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', from: 'none' } })

    expect(call).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('gives a time to live, after which the branch answers that it has expired', async ({ admin }) => {
    const name = await givenBranch(admin, 'main', { expiresInSeconds: 3600 })
    const { items } = await admin.api.listBranches({ params: admin })
    const expiring = items.find((branch) => branch.name === name)
    expect(Date.parse(expiring?.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)

    await server.query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

    for (const [id, input] of [
      ['mergeIntoParentBranch', { params: admin, body: { branchName: name } }],
      ['startDevMode', { params: admin, body: { branchName: name } }],
      ['createBranch', { params: admin, body: { name: 'child', from: name } }],
      ['deleteBranch', { params: admin, query: { branchName: name } }],
    ] as const)
      expect(await server.outcome(admin, id, input), id).toMatchObject({ status: 404, code: 'branch_expired' })
  })

  it.for([59, 31_536_001, 1.5])('refuses a time to live of %d seconds', async (expiresInSeconds, { admin }) => {
    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', expiresInSeconds } })).toMatchObject({
      status: 400,
    })
  })

  it('refuses the branch after the thousandth, personal or shared', async ({ admin }) => {
    await admin.api.listBranches({ params: admin })
    await server.query(
      "insert into branches (tenant_id, deployment_id, name, kind) select $1, $2, 'b' || n, 'shared' from generate_series(1, 998) n",
      [admin.tenantId, admin.deploymentId],
    )

    await admin.api.createBranch({ params: admin, body: { name: 'last' } })

    expect(await refusalOf(admin.api.createBranch({ params: admin, body: { name: 'more' } }))).toMatchObject(failureOf('branch_limit'))
    expect(await refusalOf(enterDevMode(admin))).toMatchObject({ status: 400, code: 'branch_limit' })
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(1000)
    expect(Object.keys(await refsOf(server, admin)).toSorted()).toEqual(['heads/last', 'heads/main'])
  })
})

describe('listBranches', () => {
  itPagesByCursor(server, 'listBranches', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenBranch(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => givenBranch(owner),
  })

  it('begins with the deploy branch alone, under the name the deployment gives it', async ({ admin }) => {
    await admin.api.updateDeployment({ params: admin, body: { deployBranchName: 'production' } })

    const { items, data } = await admin.api.listBranches({ params: admin })

    expect(items).toMatchObject([
      { name: 'production', kind: 'deploy', parentBranch: null, isStagingEnvironmentEnabled: false, expiresAt: null },
    ])
    expect(items[0]?.lastHash).toBe(await headOf(server, admin, 'production'))
    expect(data).toEqual(items)
  })

  it('shows shared branches to all and personal ones to whom they belong', async ({ admin, developer: other }) => {
    const shared = await givenBranch(admin)
    const [mine, theirs] = [await enterDevMode(admin, shared), await enterDevMode(other)]

    const seenBy = async (who: typeof admin) =>
      (await who.api.listBranches({ params: admin })).items.map(({ name, kind, parentBranch }) => `${kind} ${name} of ${parentBranch}`)

    expect((await seenBy(admin)).toSorted()).toEqual([`deploy main of null`, `dev ${mine} of ${shared}`, `shared ${shared} of main`])
    expect((await seenBy(other)).toSorted()).toEqual([`deploy main of null`, `dev ${theirs} of main`, `shared ${shared} of main`])
  })

  it('leaves out what has expired', async ({ admin }) => {
    const name = await givenBranch(admin, 'main', { expiresInSeconds: 60 })
    const names = async () => (await admin.api.listBranches({ params: admin })).items.map((branch) => branch.name)

    expect(await names()).toContain(name)
    await server.query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])
    expect(await names()).toEqual(['main'])
  })
})

describe('setBranchStagingEnvironment', () => {
  it('returns 501 and changes nothing: this version has no staging environments', async ({ admin, branchName }) => {
    const outcome = (enabled: boolean) =>
      server.outcome(admin, 'setBranchStagingEnvironment', { params: admin, body: { enabled, branchName } })

    expect([await outcome(true), await outcome(false)]).toEqual([failureOf('not_in_this_version'), failureOf('not_in_this_version')])
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === branchName)).toMatchObject({ isStagingEnvironmentEnabled: false })
  })

  it('is not for personal branches, nor for the deploy branch', async ({ admin }) => {
    for (const branchName of [await enterDevMode(admin), 'main'])
      expect(await refusalOf(admin.api.setBranchStagingEnvironment({ params: admin, body: { enabled: true, branchName } }))).toMatchObject({
        status: 400,
        code: 'not_shared_branch',
      })
  })

  it('refuses no branch, one there is not, and a name and an id that do not agree', async ({ admin, branchName }) => {
    const { items } = await admin.api.listBranches({ params: admin })
    const id = items.find(({ name }) => name === branchName)?.id ?? 0
    const outcome = (body: { branchName?: string; branchId?: number }) =>
      server.outcome(admin, 'setBranchStagingEnvironment', { params: admin, body: { enabled: true, ...body } })

    expect(await outcome({})).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: '' })).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome({ branchName: 'none' })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: 1 })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: id, branchName: 'main' })).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome({ branchId: id, branchName })).toEqual(failureOf('not_in_this_version'))
  })
})
