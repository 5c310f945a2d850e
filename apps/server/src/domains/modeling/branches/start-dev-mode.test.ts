import { describe, expect, it } from 'vitest'
import { enterDevMode, filesOn, givenBranch, givenFiles, givenKey, givenRole, headOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/orders.yml'
const expire = (name: string) =>
  server.database().query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

describe('startDevMode', () => {
  it('forks the branch for the caller and finds the fork again', async () => {
    const admin = await server.admin()
    const params = { deploymentId: admin.deploymentId }

    const first = await admin.api.startDevMode({ params, body: { branchName: 'main' } })
    const second = await admin.api.startDevMode({ params, body: { branchName: 'main' } })

    expect(first).toMatchObject({ active: true, parentBranch: 'main' })
    expect(first.branchName).toMatch(/^dev-[a-z0-9-]+-[0-9a-f]{8}$/)
    expect(second).toEqual(first)
    const { items } = await admin.api.listBranches({ params })
    expect(items).toMatchObject([
      { name: first.branchName, kind: 'dev', parentBranch: 'main' },
      { name: 'main', kind: 'deploy', parentBranch: null },
    ])
    expect(items[0]?.lastHash).toBe(items[1]?.lastHash)
  })

  it('finds one fork when the same person enters several times at once', async () => {
    const admin = await server.admin()
    await admin.api.listBranches({ params: admin })

    const entered = await Promise.all([enterDevMode(admin), enterDevMode(admin), enterDevMode(admin)])

    expect(new Set(entered).size).toBe(1)
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(2)
  })

  it('makes a fork for each person and each parent', async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const feature = await givenBranch(admin)

    const forks = [await enterDevMode(admin), await enterDevMode(admin, feature), await enterDevMode(other)]

    expect(new Set(forks).size).toBe(3)
  })

  it('shares the fork between the keys of a person, and keeps apart which of them is on it', async () => {
    const admin = await server.admin()
    const second = await givenKey(server, admin)
    const branchName = await enterDevMode(admin)

    expect(await server.outcome(second, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect(await enterDevMode(second)).toBe(branchName)
  })

  it('takes a personal branch of the caller as it is', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    await admin.api.stopDevMode({ params: admin })

    const again = await admin.api.startDevMode({ params: admin, body: { branchName } })

    expect(again).toEqual({ active: true, branchName, parentBranch: 'main' })
  })

  it('never points two runs that share a key at each other, when each names its branch', async () => {
    const admin = await server.admin()
    const mine = await enterDevMode(admin)
    const run = async (text: string) => {
      const body = { branchName: 'main', fresh: true, expiresInSeconds: 3600 }
      const { branchName, active } = await admin.api.startDevMode({ params: admin, body })
      await givenFiles(server, admin, branchName ?? '', { [`model/${text}.yml`]: text })
      return { branchName: branchName ?? '', active }
    }

    const [one, two] = await Promise.all([run('one'), run('two')])
    await Promise.all([one, two].map(({ branchName }) => admin.api.commitChanges({ params: admin, body: { branchName } })))

    expect([one.active, two.active]).toEqual([false, false])
    expect(new Set([one.branchName, two.branchName, mine]).size).toBe(3)
    expect(await filesOn(server, admin, 'main')).toMatchObject({ 'model/one.yml': 'one', 'model/two.yml': 'two' })
    await givenFiles(server, admin, mine, { [path]: 'mine' })
    await admin.api.commitChanges({ params: admin, body: {} })
    expect(await filesOn(server, admin, 'main')).toMatchObject({ [path]: 'mine' })
  })

  it('begins anew at the parent when the time of the fork was over', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    await givenFiles(server, admin, branchName, { [path]: 'left behind' })
    const head = await givenFiles(server, admin, 'main', { [path]: 'main' })
    await expire(branchName)
    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ status: 404, code: 'branch_expired' })

    expect(await enterDevMode(admin)).toBe(branchName)

    expect(await headOf(server, admin, branchName)).toBe(head)
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === branchName)?.expiresAt).toBeNull()
  })

  it('gives the fork a time to live, and a new one when it is entered again with one', async () => {
    const admin = await server.admin()
    const expiryIn = async (expiresInSeconds: number) => {
      await admin.api.startDevMode({ params: admin, body: { branchName: 'main', expiresInSeconds } })
      const [fork] = (await admin.api.listBranches({ params: admin })).items
      return Math.round((Date.parse(fork?.expiresAt ?? '') - Date.now()) / 1000)
    }

    expect(await expiryIn(600)).toBeGreaterThan(500)
    expect(await expiryIn(6000)).toBeGreaterThan(5900)
  })

  it('refuses no branch, one there is not, and a personal one of somebody else', async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const theirs = await enterDevMode(other)
    const outcome = (branchName?: string) => server.outcome(admin, 'startDevMode', { params: admin, body: { branchName } })

    expect(await refusalOf(admin.api.startDevMode({ params: admin, body: {} }))).toMatchObject({
      status: 400,
      code: 'branch_required',
      message: expect.stringMatching(/^Branch name is required/) as string,
    })
    expect(await outcome('')).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome('none')).toMatchObject({ status: 404, code: 'branch_not_found' })
    expect(await outcome(theirs)).toMatchObject({ status: 403, code: 'not_own_branch' })
  })

  it('is for whoever may write on branches', async () => {
    const admin = await server.admin()
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    const explorer = await server.colleague(admin, { role: 'Explorer' })
    const body = { branchName: 'main' }

    expect(await author.api.startDevMode({ params: admin, body })).toMatchObject({ active: true })
    expect(await server.outcome(explorer, 'startDevMode', { params: admin, body })).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
