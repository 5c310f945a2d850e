import { describe, expect, it, onTestFinished } from 'vitest'
import type { Services } from '#context'
import { createRetries } from '#domains/modeling/connected-remote'
import { startAuthoring } from '#roles/authoring'
import {
  type Actor,
  enterDevMode,
  filesOn,
  givenUpload,
  headOf,
  manifestOf,
  type RunningServer,
  startServer,
  useGitHost,
  useServer,
} from '#test'

const host = useGitHost()
const server = useServer(host.settings)

const given = async () => {
  const admin = await server.admin()
  const connected = await host.connect(admin)
  const params = { deploymentId: admin.deploymentId }
  await admin.api.pull({ params, body: { branchName: 'main' } })
  return { ...connected, admin, api: admin.api, params }
}

/** One commit on `main`, by way of a personal branch; gives what is answered. */
const commit = async (admin: Actor, path: string) => {
  const branchName = await enterDevMode(admin)
  await admin.api.updateFiles({ params: admin, body: { branchName, files: [{ path, content: `${path}\n` }] } })
  return admin.api.commitChanges({ params: admin, body: { branchName, message: path } })
}

/** The same by an upload that does not wait for git. */
const uploadUnawaited = async (admin: Actor, path: string) => {
  const files = { [path]: `${path}\n` }
  const transaction = { id: await givenUpload(admin, files, { live: true }) }
  const body = { transaction, files: manifestOf(files), autoRemoveFiles: false, awaitGitOperations: false }
  return admin.api.finishUpload({ params: admin, body })
}

const pushOf = async ({ api, deploymentId }: Actor) => (await api.getRemote({ params: { deploymentId } })).pushes[0]

/** Time goes by until the push may be tried again. */
const letBeDue = ({ deploymentId }: Actor) =>
  server
    .database()
    .query("update remote_pushes set next_attempt_at = now() - interval '1 second' where deployment_id = $1 and state = 'pending'", [
      deploymentId,
    ])

/** A node looks for what is due. */
const tryDue = async (admin: Actor, { pool, calls, pushes }: Services): Promise<number> => {
  const isMine = ({ deploymentId }: { deploymentId: number }): boolean => deploymentId === admin.deploymentId
  const begun = await createRetries({ pool, calls, pushes, isMine })()
  await Promise.all(begun)
  return begun.length
}

const retry = async (admin: Actor, services: Services = server.services()): Promise<number> => {
  await letBeDue(admin)
  return tryDue(admin, services)
}

const secondNode = async (): Promise<RunningServer> => {
  const node = await startServer(host.settings, server.database())
  onTestFinished(() => node.stop())
  return node
}

describe('a remote that refuses', () => {
  it('keeps nobody from committing: the answer and the remote say why, and a later push brings it there', async () => {
    const { admin, repository, head } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])

    const answer = await commit(admin, 'refused.yml')

    const refused = { branchName: 'main', state: 'pending', attempts: 1, cause: 'remote_push_refused' }
    expect(answer).toMatchObject({ success: true, push: refused })
    expect(await filesOn(server, admin, 'main')).toHaveProperty(['refused.yml'])
    expect(await repository.find('refs/heads/main')).toBe(head)
    const state = await pushOf(admin)
    expect(state).toEqual(answer.push)
    expect(Date.parse(state?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now())

    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ ...refused, attempts: 2 })
    await repository.git(['config', '--unset', 'receive.maxInputSize'])
    expect(await retry(admin)).toBe(1)
    const lastHash = await headOf(server, admin, 'main')
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', attempts: 0, cause: null, nextAttemptAt: null, lastHash })
    expect(await repository.find('refs/heads/main')).toBe(lastHash)
    expect(await retry(admin)).toBe(0)
  })

  it('is asked again by the node itself', async () => {
    const { admin, repository } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])
    await commit(admin, 'later.yml')
    await repository.git(['config', '--unset', 'receive.maxInputSize'])
    await letBeDue(admin)

    const authoring = startAuthoring(server.services())
    onTestFinished(authoring.stop)

    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 250 }).toMatchObject({ state: 'pushed' })
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })

  it('is given up in the end, until something is asked of it again', async () => {
    const { admin, repository } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])
    await commit(admin, 'refused.yml')
    await server.database().query('update remote_pushes set attempts = 29 where deployment_id = $1', [admin.deploymentId])

    await retry(admin)

    expect(await pushOf(admin)).toMatchObject({ state: 'failed', attempts: 30, cause: 'remote_push_refused', nextAttemptAt: null })
    expect(await retry(admin)).toBe(0)
    await repository.git(['config', '--unset', 'receive.maxInputSize'])
    expect(await commit(admin, 'again.yml')).toMatchObject({ push: { state: 'pushed' } })
  })

  it('because of its token is tried again when it is connected with another, and forgotten with the repository', async () => {
    const { admin, api, params, repository } = await given()
    const { url } = repository
    await api.connectRemote({ params, body: { url, token: 'wrong' } })
    expect(await commit(admin, 'a.yml')).toMatchObject({ success: true, push: { state: 'pending', cause: 'remote_auth_failed' } })

    const { remote } = await api.connectRemote({ params, body: { url, token: host.token } })

    expect(remote.pushes).toMatchObject([{ branchName: 'main', state: 'pending', attempts: 0 }])
    expect(await retry(admin)).toBe(1)
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
    const elsewhere = await api.connectRemote({ params, body: { url: (await host.addRepository()).url, token: host.token } })
    expect(elsewhere.remote.pushes).toEqual([])
  })
})

describe('a remote that moved on', () => {
  it('is not overwritten; what is here and what is there both get there after a pull', async () => {
    const { admin, api, params, repository } = await given()
    const theirs = await repository.commit('main', { 'theirs.yml': 'theirs\n', 'model.yml': 'cubes: []\n' })

    expect(await commit(admin, 'ours.yml')).toMatchObject({ success: true, push: { state: 'pending', cause: 'remote_moved' } })

    expect(await repository.find('refs/heads/main')).toBe(theirs)
    await api.pull({ params, body: { branchName: 'main' } })
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
    expect(await repository.git(['ls-tree', '-r', '--name-only', 'main'])).toBe('model.yml\nours.yml\ntheirs.yml')
    expect(await repository.git(['merge-base', '--is-ancestor', theirs, 'main'])).toBe('')
  })
})

describe('a remote that is slow', () => {
  it('is waited for by nobody who does not want to, and says what is true meanwhile', async () => {
    const { admin, repository, head } = await given()
    const { isHeld, release } = host.holdPush()

    const first = await uploadUnawaited(admin, 'first.yml')
    await isHeld

    expect(first).toMatchObject({ push: { state: 'pending', attempts: 0 } })
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(await repository.find('refs/heads/main')).toBe(head)
    // Asked for while the first is under way: what that one brings is not this.
    const second = await uploadUnawaited(admin, 'second.yml')
    release()
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    expect(await pushOf(admin)).toMatchObject({ lastHash: second.lastHash })
    expect(await repository.find('refs/heads/main')).toBe(second.lastHash)
  })

  it('keeps a caller waiting for 20 seconds at most, and gets the commit all the same', async () => {
    const { admin, repository } = await given()
    const { isHeld, release } = host.holdPush()

    const [answer] = await Promise.all([commit(admin, 'slow.yml'), isHeld])

    expect(answer).toMatchObject({ success: true, push: { state: 'pending', message: expect.stringContaining('goes on') as string } })
    release()
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })
})

describe('many that are due', () => {
  it('are tried a few of a tenant at a time', async () => {
    const { admin, api, params, repository } = await given()
    for (const name of ['one', 'two', 'three']) await api.createBranch({ params, body: { name } })
    await repository.git(['config', 'receive.maxInputSize', '1'])
    for (const name of ['one', 'two', 'three']) {
      const branchName = await enterDevMode(admin, name)
      await api.updateFiles({ params, body: { branchName, files: [{ path: `${name}.yml`, content: name }] } })
      await api.commitChanges({ params, body: { branchName } })
    }

    expect([await retry(admin), await tryDue(admin, server.services())]).toEqual([2, 1])
  })
})

describe('several nodes', () => {
  it('take up what a node left that stopped in the middle', async () => {
    const { admin, repository } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])
    await commit(admin, 'left.yml')
    await repository.git(['config', '--unset', 'receive.maxInputSize'])
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    const begun = retry(admin, node.services)
    await isHeld

    await node.stop()
    await begun
    release()

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1 })
    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', lastHash: await headOf(server, admin, 'main') })
  })

  it('that push the same at once both find it there', async () => {
    const { admin, repository } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])
    await commit(admin, 'twice.yml')
    await repository.git(['config', '--unset', 'receive.maxInputSize'])
    const node = await secondNode()
    const [branch] = await server
      .database()
      .query<{ id: number }>("select id from branches where name = 'main' and deployment_id = $1", [admin.deploymentId])
    const pushOn = ({ pushes }: Services) => pushes.push(admin, { id: Number(branch?.id), name: 'main' })

    const pushed = await Promise.all([pushOn(server.services()), pushOn(node.services)])

    expect(pushed).toMatchObject([{ state: 'pushed' }, { state: 'pushed' }])
    expect(await retry(admin)).toBe(0)
  })

  it('do not both try what one of them has taken on', async () => {
    const { admin, repository } = await given()
    await repository.git(['config', 'receive.maxInputSize', '1'])
    await commit(admin, 'once.yml')
    const node = await secondNode()

    await letBeDue(admin)

    const begun = await Promise.all([server.services(), node.services].map((services) => tryDue(admin, services)))

    expect(new Set(begun)).toEqual(new Set([0, 1]))
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 2 })
  })
})

describe('as other clients call it', () => {
  it('a commit is answered with success, and its repetition with what the first one was', async () => {
    const { admin, repository } = await given()
    const branchName = await enterDevMode(admin)
    await admin.api.updateFiles({ params: admin, body: { branchName, files: [{ path: 'a.yml', content: 'a\n' }] } })
    const send = () =>
      server.request(admin, `/build/api/v1/deployments/${admin.deploymentId}/commit`, {
        method: 'POST',
        headers: { 'idempotency-key': `commit-${admin.deploymentId}` },
        json: { message: 'As the command line sends it', branchName },
      })

    const first = await send()
    const text = await first.text()
    const again = await send()

    expect(first.status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ success: true, push: { state: 'pushed' } })
    expect([again.headers.get('idempotency-replayed'), await again.text()]).toEqual(['true', text])
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })
})
