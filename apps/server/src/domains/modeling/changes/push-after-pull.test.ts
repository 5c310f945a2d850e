import { describe, expect, it } from 'vitest'
import { heldBackCause } from '#engine/modeling'
import { commitOnMain, enterDevMode, givenFiles, headOf, pushOf, refusePushes, useGitHost, usePushes, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given, retry } = usePushes(host, server)

const theirFiles = { 'model.yml': 'cubes: []\n', 'theirs.yml': 'theirs\n' }

it('a merging pull is pushed even when no push was pending', async () => {
  const { admin, api, params, repository } = await given()
  // Not by a commit, which asks for a push itself: as what was here before the remote was connected.
  await givenFiles(server, admin, 'main', { 'ours.yml': 'ours\n' })
  await repository.commit('main', theirFiles)

  await api.pull({ params, body: { branchName: 'main' } })

  const head = await headOf(server, admin, 'main')
  expect(await pushOf(admin)).toMatchObject({ branchName: 'main', state: 'pending', attempts: 0 })
  expect(await retry(admin)).toBe(1)
  expect(await repository.find('refs/heads/main')).toBe(head)
  expect(await repository.git(['ls-tree', '-r', '--name-only', 'main'])).toContain('ours.yml')
})

describe('a push that was held back after a restore', () => {
  const givenHeldBack = async () => {
    const found = await given()
    const take = await refusePushes(found.repository)
    await commitOnMain(found.admin, 'ours.yml')
    await take()
    await server.query("update remote_pushes set state = 'failed', cause = $2, next_attempt_at = null where deployment_id = $1", [
      found.admin.deploymentId,
      heldBackCause,
    ])
    return found
  }
  const held = { state: 'failed', cause: heldBackCause, nextAttemptAt: null }

  it('is let go by no notice of the remote, also one that makes a merge', async () => {
    const { admin, repository, webhookUrl } = await givenHeldBack()
    const theirs = await repository.commit('main', theirFiles)
    const { pathname, search } = new URL(webhookUrl)

    const notice = await server.request(admin, `${pathname}${search}`, {
      method: 'POST',
      headers: { 'x-github-event': 'push' },
      json: { ref: 'refs/heads/main' },
    })

    expect(notice.status).toBe(201)
    expect(await pushOf(admin)).toMatchObject(held)
    expect(await retry(admin)).toBe(0)
    expect(await repository.find('refs/heads/main')).toBe(theirs)
  })

  it('nor by connecting the same remote anew, but by a change of the branch', async () => {
    const { admin, api, params, repository } = await givenHeldBack()

    await api.connectRemote({ params, body: { url: repository.url, token: host.token } })

    expect(await pushOf(admin)).toMatchObject(held)
    expect(await commitOnMain(admin, 'again.yml')).toMatchObject({ push: { state: 'pushed', cause: null } })
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })
})

it('a fast-forward pull leaves the push state unchanged', async () => {
  const { admin, api, params, repository } = await given()
  await commitOnMain(admin, 'ours.yml')
  const pushed = await pushOf(admin)
  expect(pushed).toMatchObject({ state: 'pushed' })
  await repository.commit('main', theirFiles)

  expect(await api.pull({ params, body: { branchName: 'main' } })).toEqual({ buildTriggered: true })

  expect(await pushOf(admin)).toEqual(pushed)
})

describe('a pull that brings nothing', () => {
  it('does not begin the attempts of a day over again', async () => {
    const { admin, api, params, repository } = await given()
    await refusePushes(repository)
    await commitOnMain(admin, 'refused.yml')
    const pending = await pushOf(admin)
    expect(pending).toMatchObject({ state: 'pending', attempts: 1 })

    await api.pull({ params, body: { branchName: 'main' } })

    expect(await pushOf(admin)).toEqual(pending)
  })

  it('nor does one of another branch', async () => {
    const { admin, api, params, repository } = await given()
    await api.createBranch({ params, body: { name: 'feature' } })
    await refusePushes(repository)
    const branchName = await enterDevMode(admin, 'feature')
    await api.updateFiles({ params, body: { branchName, files: [{ path: 'a.yml', content: 'a\n' }] } })
    await api.commitChanges({ params, body: { branchName, exitDevMode: true } })
    const pending = await pushOf(admin)
    expect(pending).toMatchObject({ branchName: 'feature', state: 'pending', attempts: 1 })
    await repository.commit('main', theirFiles)

    expect(await api.pull({ params, body: { branchName: 'main' } })).toEqual({ buildTriggered: true })

    expect(await pushOf(admin)).toEqual(pending)
  })
})
