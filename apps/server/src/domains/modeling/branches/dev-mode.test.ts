import { operations, type OperationShape } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  type Actor,
  enterDevMode,
  filesOn,
  givenBranch,
  givenFiles,
  givenKey,
  givenRole,
  headOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server).extend('branchName', ({ admin }) => enterDevMode(admin))
const path = 'model/orders.yml'

const expire = (name: string) => server.query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

describe('startDevMode', () => {
  it('forks the branch for the caller and finds the fork again', async ({ admin }) => {
    const first = await admin.api.startDevMode({ params: admin, body: { branchName: 'main' } })
    const second = await admin.api.startDevMode({ params: admin, body: { branchName: 'main' } })

    expect(first).toMatchObject({ active: true, parentBranch: 'main' })
    expect(first.branchName).toMatch(/^dev-[a-z0-9-]+-[0-9a-f]{8}$/)
    expect(second).toEqual(first)
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items).toMatchObject([
      { name: first.branchName, kind: 'dev', parentBranch: 'main' },
      { name: 'main', kind: 'deploy', parentBranch: null },
    ])
    expect(items[0]?.lastHash).toBe(items[1]?.lastHash)
  })

  it.each([{}, { branchName: '' }])('names the deploy branch, not dev mode, when %j names no branch', async (body) => {
    const admin = await server.admin()

    const refusal = await refusalOf(admin.api.startDevMode({ params: admin, body }))

    expect(refusal).toMatchObject({ status: 400, code: 'branch_required' })
    expect(refusal.message).toBe('Branch name is required. Send branchName; the deploy branch is "main".')
  })

  it('finds one fork when the same person enters several times at once', async ({ admin }) => {
    await admin.api.listBranches({ params: admin })

    const entered = await Promise.all([enterDevMode(admin), enterDevMode(admin), enterDevMode(admin)])

    expect(new Set(entered).size).toBe(1)
    expect((await admin.api.listBranches({ params: admin })).items).toHaveLength(2)
  })

  it('makes a fork for each person and each parent', async ({ admin, developer: other }) => {
    const feature = await givenBranch(admin)

    const forks = [await enterDevMode(admin), await enterDevMode(admin, feature), await enterDevMode(other)]

    expect(new Set(forks).size).toBe(3)
  })

  it('shares the fork between the keys of a person, and keeps apart which of them is on it', async ({ admin }) => {
    const second = await givenKey(server, admin)
    const branchName = await enterDevMode(admin)

    expect(await server.outcome(second, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect(await enterDevMode(second)).toBe(branchName)
  })

  it('takes a personal branch of the caller as it is', async ({ admin, branchName }) => {
    await admin.api.stopDevMode({ params: admin })

    const again = await admin.api.startDevMode({ params: admin, body: { branchName } })

    expect(again).toEqual({ active: true, branchName, parentBranch: 'main' })
  })

  it('never points two runs that share a key at each other, when each names its branch', async ({ admin, branchName: mine }) => {
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

  it('begins anew at the parent when the time of the fork was over', async ({ admin, branchName }) => {
    await givenFiles(server, admin, branchName, { [path]: 'left behind' })
    const head = await givenFiles(server, admin, 'main', { [path]: 'main' })
    await expire(branchName)
    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ status: 404, code: 'branch_expired' })

    expect(await enterDevMode(admin)).toBe(branchName)

    expect(await headOf(server, admin, branchName)).toBe(head)
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === branchName)?.expiresAt).toBeNull()
  })

  it('gives the fork a time to live, and a new one when it is entered again with one', async ({ admin }) => {
    const expiryIn = async (expiresInSeconds: number) => {
      await admin.api.startDevMode({ params: admin, body: { branchName: 'main', expiresInSeconds } })
      const [fork] = (await admin.api.listBranches({ params: admin })).items
      return Math.round((Date.parse(fork?.expiresAt ?? '') - Date.now()) / 1000)
    }

    expect(await expiryIn(600)).toBeGreaterThan(500)
    expect(await expiryIn(6000)).toBeGreaterThan(5900)
  })

  it('returns an error without a branch name and for an unknown branch', async ({ admin }) => {
    const outcome = (branchName?: string) => server.outcome(admin, 'startDevMode', { params: admin, body: { branchName } })

    expect(await refusalOf(admin.api.startDevMode({ params: admin, body: {} }))).toMatchObject({
      status: 400,
      code: 'branch_required',
      message: expect.stringMatching(/^Branch name is required/) as string,
    })
    expect(await outcome('')).toMatchObject({ status: 400, code: 'branch_required' })
    expect(await outcome('none')).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('is for whoever may write on branches', async ({ admin, explorer }) => {
    const author = await givenRole(server, admin, ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'])
    const body = { branchName: 'main' }

    expect(await author.api.startDevMode({ params: admin, body })).toMatchObject({ active: true })
    expect(await server.outcome(explorer, 'startDevMode', { params: admin, body })).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('stopDevMode', () => {
  it('leaves dev mode and keeps the personal branch', async ({ admin, branchName }) => {
    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect((await admin.api.listBranches({ params: admin })).items.map(({ name }) => name)).toContain(branchName)
  })

  it('answers the same when the credential is not in dev mode', async ({ admin }) => {
    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })
    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })
  })

  it('leaves other credentials of the same person where they are', async ({ admin }) => {
    const second = await givenKey(server, admin)
    await enterDevMode(admin)
    await enterDevMode(second)

    await admin.api.stopDevMode({ params: admin })

    expect(await second.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
  })
})

type RequestPart = 'params' | 'query' | 'body'
const branchFields = new Set(['branchName', 'branchId', 'from', 'base'])

// There `from` is the number of a version.
const ofVersions = new Set(['compareDashboardVersions'])

/** Every way the contract has to say which branch is meant. */
const doors = (Object.values(operations) as OperationShape[]).flatMap((operation) =>
  (['params', 'query', 'body'] as const).flatMap((part: RequestPart) =>
    Object.keys(operation[part] && 'properties' in operation[part] ? (operation[part].properties as object) : {})
      .filter((field) => branchFields.has(field) && operation.reach === 'deployment' && !ofVersions.has(operation.id))
      .map((field) => [`${operation.id} ${part}.${field}`, operation, part, field] as const),
  ),
)

type Named = { branchName: string; branchId: number }

/** The example of the contract, on this branch by this one field and on no other by another. */
const inputOf = (operation: OperationShape, at: RequestPart, deploymentId: number, part: RequestPart, field: string, named: Named) => {
  const { branchName: _, ...example } = { ...(operation.example[at] as { branchName?: string } | undefined) }
  const isHere = at === part
  return {
    ...example,
    ...(at === 'params' && { deploymentId }),
    ...(at === 'params' && operation.path.includes('{branchName}') && { branchName: 'main' }),
    ...(isHere && { [field]: field === 'branchId' ? named.branchId : named.branchName }),
  } as Record<string, string | number>
}

const call = async (operation: OperationShape, part: RequestPart, field: string, { deploymentId, ...actor }: Actor, named: Named) => {
  const sent = (at: RequestPart) => inputOf(operation, at, deploymentId, part, field, named)
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent('params')[name])))
  const parts = operation.query ? Object.entries(sent('query')).map(([name, value]): [string, string] => [name, String(value)]) : []
  const query = new URLSearchParams(parts).toString()
  const response = await server.request(actor, `${url}?${query}`, {
    method: operation.method,
    ...(operation.body && operation.method !== 'GET' ? { json: sent('body') } : {}),
  })
  return { status: response.status, text: await response.text() }
}

describe('a personal branch of somebody else', () => {
  // Its branch is that of the upload, which is opened by startUpload; the test of uploads shows that of both.
  const ofUploads = new Set(['uploadFile', 'finishUpload', 'receivePushNotice'])
  // Clients wait for a build by it, and stop at the words it has for a branch that is not there.
  const answersAll = new Set(['buildStatus'])

  it.each(doors.filter(([, { id }]) => !ofUploads.has(id)))('is kept from colleagues by %s', async (_, operation, part, field) => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const branchName = await enterDevMode(owner)
    const { items } = await owner.api.listBranches({ params: { deploymentId: owner.deploymentId } })
    const named = { branchName, branchId: items.find(({ name }) => name === branchName)?.id ?? 0 }

    const theirs = await call(operation, part, field, colleague, named)

    expect(theirs).toMatchObject(
      answersAll.has(operation.id)
        ? { status: 200, text: expect.stringContaining('Bad branch') }
        : { status: 403, text: expect.stringContaining('not_own_branch') },
    )
    const own = await call(operation, part, field, owner, named)
    expect(own.text).not.toMatch(/not_own_branch|branch_not_found/)
  })

  it('cannot be made the deploy branch, which everybody reads', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const branchName = await enterDevMode(owner)
    const { deploymentId } = owner

    const change = colleague.api.updateDeployment({ params: { deploymentId }, body: { deployBranchName: branchName } })

    await expect(change).rejects.toMatchObject({ status: 400, errors: [{ pointer: '/body/deployBranchName' }] })
  })
})
