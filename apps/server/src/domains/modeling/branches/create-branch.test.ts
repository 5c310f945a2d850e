import { describe, expect, it } from 'vitest'
import { cloneRepository, enterDevMode, givenBranch, givenFiles, headOf, refsOf, refusalOf, useServer } from '#test'

const server = useServer()

describe('createBranch', () => {
  it('starts at the head of the deploy branch, or of the one named', async () => {
    const admin = await server.admin()
    const feature = await givenBranch(admin)
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

  it.each(['a', 'revenue-rework', 'feature/orders', 'v1.2', 'UPPER_case', 'größe', '1', 'a@b', 'x/dev-y', 'a'.repeat(200)])(
    'takes the name %s, and so does git',
    async (name) => {
      const admin = await server.admin()

      expect(await admin.api.createBranch({ params: admin, body: { name } })).toMatchObject({ branchName: name })

      const { git } = await cloneRepository(server, admin)
      expect(await git('rev-parse', `origin/${name}`)).toBe(await headOf(server, admin, name))
    },
  )

  it.each([
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
  ])('refuses the name %j', async (name) => {
    const admin = await server.admin()

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name } })).toMatchObject({
      status: 400,
      code: 'branch_name_invalid',
    })
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

  it.each(['fix#12', '#12', 'größe', 'a+b=c', 'v1.0', 'team/fix_1'])('takes the name "%s"', async (name) => {
    const admin = await server.admin()

    expect(await admin.api.createBranch({ params: admin, body: { name } })).toMatchObject({ branchName: name })
  })

  it('refuses a name that is taken', async () => {
    const admin = await server.admin()
    const name = await givenBranch(admin)

    expect(await refusalOf(admin.api.createBranch({ params: admin, body: { name } }))).toMatchObject({
      status: 409,
      code: 'branch_name_taken',
      message: `A branch called "${name}" already exists in this deployment. Choose another name.`,
    })
    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'main' } })).toMatchObject({
      code: 'branch_name_taken',
    })
  })

  it('refuses a name that git cannot keep beside another: one is a folder of the other', async () => {
    const admin = await server.admin()
    await admin.api.createBranch({ params: admin, body: { name: 'feature/orders' } })
    const outcome = (name: string) => server.outcome(admin, 'createBranch', { params: admin, body: { name } })

    expect(await outcome('feature')).toMatchObject({ status: 409, code: 'branch_name_taken' })
    expect(await outcome('feature/orders/totals')).toMatchObject({ status: 409, code: 'branch_name_taken' })
    expect(await outcome('feature/order')).toMatchObject({ status: 200 })
  })

  it("refuses to start from somebody else's personal branch, which would show it to all", async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const from = await enterDevMode(other)

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', from } })).toMatchObject({
      code: 'not_own_branch',
    })
    await other.api.createBranch({ params: admin, body: { name: 'a', from } })
    const call = server.outcome(admin, 'mergeIntoParentBranch', { params: admin, body: { branchName: 'a' } })
    expect(await call).toMatchObject({ status: 403, code: 'not_own_branch' })
  })

  it('refuses to start from a branch there is not', async () => {
    const admin = await server.admin()

    const call = await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', from: 'none' } })

    expect(call).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('makes one branch of two calls with the same idempotency key', async () => {
    const admin = await server.admin()
    const call = { params: admin, body: { name: 'once' }, idempotencyKey: 'first' }

    expect(await admin.api.createBranch(call)).toEqual(await admin.api.createBranch(call))

    expect(Object.keys(await refsOf(server, admin)).toSorted()).toEqual(['heads/main', 'heads/once'])
    const other = { ...call, body: { name: 'twice' } }
    expect(await refusalOf(admin.api.createBranch(other))).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('gives a time to live, after which the branch answers that it has expired', async () => {
    const admin = await server.admin()
    const name = await givenBranch(admin, 'main', { expiresInSeconds: 3600 })
    const { items } = await admin.api.listBranches({ params: admin })
    const expiring = items.find((branch) => branch.name === name)
    expect(Date.parse(expiring?.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)

    await server.database().query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

    for (const [id, input] of [
      ['mergeIntoParentBranch', { params: admin, body: { branchName: name } }],
      ['startDevMode', { params: admin, body: { branchName: name } }],
      ['createBranch', { params: admin, body: { name: 'child', from: name } }],
      ['deleteBranch', { params: admin, query: { branchName: name } }],
    ] as const)
      expect(await server.outcome(admin, id, input), id).toMatchObject({ status: 404, code: 'branch_expired' })
  })

  it.each([59, 31_536_001, 1.5])('refuses a time to live of %d seconds', async (expiresInSeconds) => {
    const admin = await server.admin()

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a', expiresInSeconds } })).toMatchObject({
      status: 400,
    })
  })

  it('refuses the branch after the thousandth, personal or shared', async () => {
    const admin = await server.admin()
    await admin.api.listBranches({ params: admin })
    await server
      .database()
      .query(
        "insert into branches (tenant_id, deployment_id, name, kind) select $1, $2, 'b' || n, 'shared' from generate_series(1, 998) n",
        [admin.tenantId, admin.deploymentId],
      )

    await admin.api.createBranch({ params: admin, body: { name: 'last' } })

    expect(await refusalOf(admin.api.createBranch({ params: admin, body: { name: 'more' } }))).toMatchObject({
      status: 400,
      code: 'branch_limit',
    })
    expect(await refusalOf(enterDevMode(admin))).toMatchObject({ status: 400, code: 'branch_limit' })
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(1000)
    expect(Object.keys(await refsOf(server, admin)).toSorted()).toEqual(['heads/last', 'heads/main'])
  })
})
