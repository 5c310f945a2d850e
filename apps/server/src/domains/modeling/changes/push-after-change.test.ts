import { describe, expect, it } from 'vitest'
import { type Actor, enterDevMode, givenBranch, givenUpload, headOf, manifestOf, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

const given = async () => {
  const admin = await server.admin()
  const connected = await host.connect(admin)
  await admin.api.pull({ params: admin, body: { branchName: 'main' } })
  return { ...connected, admin, api: admin.api, params: { deploymentId: admin.deploymentId } }
}

/** A file that its parent does not have, on a personal branch the credential is then on. */
const givenPending = async (admin: Actor, parent = 'main', path = 'model/orders.yml'): Promise<string> => {
  const branchName = await enterDevMode(admin, parent)
  await admin.api.updateFiles({ params: admin, body: { branchName, files: [{ path, content: 'cubes: []\n' }] } })
  return branchName
}

const pushesOf = async ({ api, deploymentId }: Actor) => (await api.getRemote({ params: { deploymentId } })).pushes

describe('with a remote connected', () => {
  it('a commit from a personal branch is pushed with the branch that it reaches', async () => {
    const { admin, api, params, repository } = await given()
    await givenPending(admin)

    const answer = await api.commitChanges({ params, body: { message: 'Orders' } })

    const head = await headOf(server, admin, 'main')
    expect(await repository.find('refs/heads/main')).toBe(head)
    expect(answer).toMatchObject({ success: true, push: { branchName: 'main', state: 'pushed', lastHash: head, attempts: 0 } })
    expect(await pushesOf(admin)).toEqual([answer.push])
  })

  it('so is a merge into the deploy branch, and one into a parent', async () => {
    const { admin, api, params, repository } = await given()
    const parent = await givenBranch(admin)
    const child = await givenBranch(admin, parent)
    await givenPending(admin, child)
    await api.commitChanges({ params, body: { exitDevMode: true } })

    expect(await api.mergeIntoParentBranch({ params, body: { branchName: child, deleteBranch: true } })).toMatchObject({
      merged: true,
      branchDeleted: true,
      push: { branchName: parent, state: 'pushed' },
    })
    expect(await repository.find(`refs/heads/${parent}`)).toBe(await headOf(server, admin, parent))
    expect(await api.mergeToDefaultBranch({ params, body: { branchName: parent, message: 'Orders' } })).toMatchObject({
      push: { branchName: 'main', state: 'pushed' },
    })
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
    expect((await pushesOf(admin)).map(({ branchName }) => branchName)).toEqual([parent, 'main'].toSorted())
  })

  it('so is an upload, unless it goes to a personal branch', async () => {
    const { admin, api, params, repository } = await given()
    const files = { 'model/orders.yml': 'cubes: []\n' }
    const upload = async (content: Record<string, string>) =>
      api.finishUpload({ params, body: { transaction: { id: await givenUpload(admin, content) }, files: manifestOf(content) } })

    const { lastHash, push } = await upload(files)

    expect(push).toMatchObject({ branchName: 'main', state: 'pushed', lastHash })
    expect(await repository.find('refs/heads/main')).toBe(lastHash)
    await enterDevMode(admin)
    expect(await upload({ ...files, 'model/more.yml': 'cubes: []\n' })).not.toHaveProperty('push')
    expect(await repository.find('refs/heads/main')).toBe(lastHash)
  })

  it('the trail says that the node pushed, and for which request', async () => {
    const { admin, api, params } = await given()
    await givenPending(admin)
    await api.commitChanges({ params, body: {} })

    const { items } = await api.listAuditLogs({ query: { first: 1 } })
    const place = { kind: 'remote', id: String(params.deploymentId) }
    expect(items).toMatchObject([
      { operation: 'pushBranch', actorKind: 'node', targets: [{ kind: 'branch', id: 'main', did: 'pushed' }, place] },
    ])
    const requests = await server.query<{ request_id: string }>(
      `select distinct request_id from audit_entries where tenant_id = $1 and operation in ('commitChanges', 'pushBranch')`,
      [admin.tenantId],
    )
    expect(requests).toEqual([{ request_id: expect.any(String) as string }])
  })
})

it('returns no push without a remote', async () => {
  const admin = await server.admin()
  await givenPending(admin)

  expect(await admin.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
})
