import { describe, expect, test } from 'vitest'
import { givenFiles, refsOf, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

const given = async () => {
  const admin = await server.admin()
  const params = { deploymentId: admin.deploymentId }
  const connected = await host.connect(admin)
  await admin.api.pull({ params, body: {} })
  return { ...admin, ...connected, params, admin }
}

const it = test.extend('setup', () => given())

describe('pushBranch', () => {
  it('adds what is new here to the branch of the remote', async ({ setup: { admin, api, params, repository, head } }) => {
    const ours = await givenFiles(server, admin, 'main', { 'orders.yml': 'cubes: []\n' })

    expect(await api.pushBranch({ params, body: {} })).toEqual({ isPushed: true, lastHash: ours })

    expect(await repository.find('refs/heads/main')).toBe(ours)
    expect(await repository.git(['rev-parse', `${ours}^`])).toBe(head)
    expect(await repository.git(['show', 'main:orders.yml'])).toBe('cubes: []')
    expect(await refsOf(server, admin)).toEqual({ 'heads/main': ours, 'remotes/main': ours })
    expect(await api.pushBranch({ params, body: { branchName: 'main' } })).toEqual({ isPushed: false, lastHash: ours })
  })

  it('makes a branch that the remote does not have', async ({ setup: { api, params, repository, head } }) => {
    await api.createBranch({ params, body: { name: 'feature/x' } })

    expect(await api.pushBranch({ params, body: { branchName: 'feature/x' } })).toEqual({ isPushed: true, lastHash: head })

    expect(await repository.find('refs/heads/feature/x')).toBe(head)
  })

  it('overwrites nothing that the remote has and we do not', async ({ setup: { admin, api, params, repository } }) => {
    await givenFiles(server, admin, 'main', { 'orders.yml': 'ours' })
    const theirs = await repository.commit('main', { 'model.yml': 'theirs' })

    await expect(api.pushBranch({ params, body: {} })).rejects.toMatchObject({ status: 409, code: 'remote_moved' })

    expect(await repository.find('refs/heads/main')).toBe(theirs)
    await api.pull({ params, body: {} })
    expect(await api.pushBranch({ params, body: {} })).toMatchObject({ isPushed: true })
    expect(await repository.git(['merge-base', '--is-ancestor', theirs, 'main'])).toBe('')
  })

  it('pushes the first commit of a data model to a repository that is empty', async () => {
    const admin = await server.admin()
    const repository = await host.addRepository()
    await admin.api.connectRemote({ params: admin, body: { url: repository.url, token: host.token } })

    const { isPushed, lastHash } = await admin.api.pushBranch({ params: admin, body: {} })

    expect([isPushed, await repository.find('refs/heads/main')]).toEqual([true, lastHash])
  })

  it('says when a rule of the host stands against it', async ({ setup: { admin, api, params, repository } }) => {
    await givenFiles(server, admin, 'main', { 'orders.yml': 'ours' })
    await repository.git(['config', 'receive.maxInputSize', '1'])

    await expect(api.pushBranch({ params, body: {} })).rejects.toMatchObject({ code: 'remote_push_refused' })
  })

  it('refuses personal branches, and pushes of no remote', async ({ setup: { api, params } }) => {
    const { branchName } = await api.startDevMode({ params, body: { branchName: 'main' } })
    const other = await server.admin()

    await expect(api.pushBranch({ params, body: { branchName: branchName ?? '' } })).rejects.toMatchObject({ code: 'not_shared_branch' })
    await expect(api.pushBranch({ params, body: {} })).rejects.toMatchObject({ code: 'not_shared_branch' })
    await expect(api.pushBranch({ params, body: { branchName: 'nowhere' } })).rejects.toMatchObject({ code: 'branch_not_found' })
    await expect(other.api.pushBranch({ params: { deploymentId: other.deploymentId }, body: {} })).rejects.toMatchObject({
      status: 404,
      code: 'remote_not_connected',
    })
  })

  it('is what a commit on a shared branch does', async ({ setup: { admin, api, params, repository } }) => {
    const ours = await givenFiles(server, admin, 'main', { 'orders.yml': 'ours' })

    expect(await api.commitChanges({ params, body: { branchName: 'main' } })).toMatchObject({
      success: true,
      push: { state: 'pushed', lastHash: ours },
    })

    expect(await repository.find('refs/heads/main')).toBe(ours)
  })

  it('deletes a remote branch unless it has newer commits', async ({ setup: { api, params, repository, head } }) => {
    for (const name of ['kept', 'gone', 'moved']) {
      await api.createBranch({ params, body: { name } })
      await api.pushBranch({ params, body: { branchName: name } })
    }
    const theirs = await repository.commit('moved', { 'model.yml': 'theirs' })

    await api.deleteBranch({ params, query: { branchName: 'kept' } })
    await api.deleteBranch({ params, query: { branchName: 'gone', removeOnUpstream: true } })
    await expect(api.deleteBranch({ params, query: { branchName: 'moved', removeOnUpstream: true } })).rejects.toMatchObject({
      code: 'remote_moved',
    })

    const found = await Promise.all(['kept', 'gone', 'moved'].map((name) => repository.find(`refs/heads/${name}`)))
    expect(found).toEqual([head, null, theirs])
    expect((await api.listBranches({ params })).items.map(({ name }) => name)).toEqual(['main', 'moved'])
  })
})
