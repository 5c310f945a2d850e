import { describe, expect, onTestFinished, test } from 'vitest'
import type { Services } from '#context'
import { startTasks, tasksOf } from '#process/tasks'
import {
  type Actor,
  commitOnMain,
  enterDevMode,
  filesOn,
  headOf,
  pushOf,
  refusePushes,
  tryDue,
  uploadUnawaited,
  useGitHost,
  usePushes,
  useServer,
} from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given, letBeDue, retry, secondNode, mainOf } = usePushes(host, server)

/** How long from now the next attempt is left to whoever has it. */
const secondsLeft = async (admin: Actor): Promise<number> => (Date.parse((await pushOf(admin))?.nextAttemptAt ?? '') - Date.now()) / 1000

const it = test.extend('setup', () => given())

describe('a remote that refuses', () => {
  it('does not block commits, reports the cause and succeeds later', async ({ setup: { admin, repository, head } }) => {
    const take = await refusePushes(repository)

    const answer = await commitOnMain(admin, 'refused.yml')

    const refused = { branchName: 'main', state: 'pending', attempts: 1, cause: 'remote_push_refused' }
    expect(answer).toMatchObject({ success: true, push: refused })
    expect(await filesOn(server, admin, 'main')).toHaveProperty(['refused.yml'])
    expect(await repository.find('refs/heads/main')).toBe(head)
    const state = await pushOf(admin)
    expect(state).toEqual(answer.push)
    expect(Date.parse(state?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now())

    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ ...refused, attempts: 2 })
    await take()
    expect(await retry(admin)).toBe(1)
    const lastHash = await headOf(server, admin, 'main')
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', attempts: 0, cause: null, nextAttemptAt: null, lastHash })
    expect(await repository.find('refs/heads/main')).toBe(lastHash)
    expect(await retry(admin)).toBe(0)
  })

  it('is asked again by the node that owns the data model, and by no other', async () => {
    const [other, mine] = [await given(), await given()]
    for (const { admin, repository } of [other, mine]) {
      const take = await refusePushes(repository)
      await commitOnMain(admin, 'later.yml')
      await take()
      await letBeDue(admin)
    }
    const services = server.services()
    const { cluster } = services
    const ownerOf: typeof cluster.ownerOf = (tenantId, id) => (id === mine.admin.deploymentId ? cluster.ownerOf(tenantId, id) : null)

    const authoring = startTasks({ ...services, cluster: { ...cluster, ownerOf } }, tasksOf(['authoring']))
    onTestFinished(authoring.stop)

    await expect.poll(() => pushOf(mine.admin), { timeout: 60_000, interval: 250 }).toMatchObject({ state: 'pushed' })
    expect(await mine.repository.find('refs/heads/main')).toBe(await headOf(server, mine.admin, 'main'))
    expect(await pushOf(other.admin)).toMatchObject({ state: 'pending', attempts: 1 })
    expect(await secondsLeft(other.admin)).toBeLessThan(0)
    await expect.poll(services.pushBacklog.pending, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  it('is given up in the end, until something is asked of it again', async ({ setup: { admin, repository } }) => {
    const take = await refusePushes(repository)
    await commitOnMain(admin, 'refused.yml')
    await server.query('update remote_pushes set attempts = 29 where deployment_id = $1', [admin.deploymentId])

    await retry(admin)

    expect(await pushOf(admin)).toMatchObject({ state: 'failed', attempts: 30, cause: 'remote_push_refused', nextAttemptAt: null })
    const { tenantId, deploymentId } = admin
    const line = server.logs.map((text) => JSON.parse(text) as { msg: string }).find(({ msg }) => msg === 'a push was given up')
    expect(line).toMatchObject({ tenantId, deploymentId, branch: 'main', cause: 'remote_push_refused' })
    const { pushBacklog } = server.services()
    await pushBacklog.refresh()
    expect(pushBacklog.failed()).toBeGreaterThan(0)
    expect(await retry(admin)).toBe(0)
    await take()
    expect(await commitOnMain(admin, 'again.yml')).toMatchObject({ push: { state: 'pushed' } })
  })

  it('is retried with a new token and dropped with the repository', async ({ setup: { admin, api, params, repository } }) => {
    const { url } = repository
    await api.connectRemote({ params, body: { url, token: 'wrong' } })
    expect(await commitOnMain(admin, 'a.yml')).toMatchObject({ success: true, push: { state: 'pending', cause: 'remote_auth_failed' } })

    const { remote } = await api.connectRemote({ params, body: { url, token: host.token } })

    expect(remote.pushes).toMatchObject([{ branchName: 'main', state: 'pending', attempts: 0 }])
    expect(await retry(admin)).toBe(1)
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
    const elsewhere = await api.connectRemote({ params, body: { url: (await host.addRepository()).url, token: host.token } })
    expect(elsewhere.remote.pushes).toEqual([])
  })
})

describe('a remote whose token does not open', () => {
  const countDefects = (): number => server.logs.filter((text) => (JSON.parse(text) as { msg: string }).msg === 'a push failed').length

  it('is a failure as any other: noted, counted, logged, and told by the answer', async ({ setup: { admin, repository } }) => {
    await refusePushes(repository)
    await commitOnMain(admin, 'a.yml')
    await server.query("update repository_remotes set token_sealed = '\\x0102030405'::bytea where deployment_id = $1", [admin.deploymentId])
    const before = countDefects()

    expect(await retry(admin)).toBe(1)

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 2, cause: 'internal_error' })
    expect(await secondsLeft(admin)).toBeGreaterThan(0)
    expect(countDefects() - before).toBe(1)
    expect(await commitOnMain(admin, 'b.yml')).toMatchObject({ push: { state: 'pending', attempts: 1, cause: 'internal_error' } })
  })
})

it('does not overwrite a remote that moved on, and succeeds after a pull', async ({ setup: { admin, api, params, repository } }) => {
  const theirs = await repository.commit('main', { 'theirs.yml': 'theirs\n', 'model.yml': 'cubes: []\n' })

  expect(await commitOnMain(admin, 'ours.yml')).toMatchObject({ success: true, push: { state: 'pending', cause: 'remote_moved' } })

  expect(await repository.find('refs/heads/main')).toBe(theirs)
  await api.pull({ params, body: { branchName: 'main' } })
  expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
  expect(await retry(admin)).toBe(1)
  expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
  expect(await repository.git(['ls-tree', '-r', '--name-only', 'main'])).toBe('model.yml\nours.yml\ntheirs.yml')
  expect(await repository.git(['merge-base', '--is-ancestor', theirs, 'main'])).toBe('')
})

describe('a remote that is slow', () => {
  it('is waited for by nobody who does not want to, and says what is true meanwhile', async ({ setup: { admin, repository, head } }) => {
    const { isHeld, release } = host.holdPush()

    const first = await uploadUnawaited(admin, 'first.yml')
    await isHeld

    expect(first).toMatchObject({ push: { state: 'pending', attempts: 0 } })
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
    // When this node is gone another one tries, no later than this, and none before that.
    expect(await secondsLeft(admin)).toBeLessThan(61)
    expect(await secondsLeft(admin)).toBeGreaterThan(20)
    expect(await repository.find('refs/heads/main')).toBe(head)
    // Asked for while the first is under way: what that one brings is not this.
    const second = await uploadUnawaited(admin, 'second.yml')
    release()
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    expect(await pushOf(admin)).toMatchObject({ lastHash: second.lastHash })
    expect(await repository.find('refs/heads/main')).toBe(second.lastHash)
  })

  it('keeps a caller waiting for 20 seconds at most, and gets the commit all the same', async ({ setup: { admin, repository } }) => {
    const { isHeld, release } = host.holdPush()

    const committing = commitOnMain(admin, 'slow.yml')
    await isHeld
    await letBeDue(admin)
    const answer = await committing

    expect(answer).toMatchObject({ success: true, push: { state: 'pending', message: expect.stringContaining('continues') as string } })
    // Kept from other nodes for as long as it is under way.
    await expect.poll(() => secondsLeft(admin), { timeout: 30_000, interval: 100 }).toBeGreaterThan(30)
    expect(await secondsLeft(admin)).toBeLessThan(61)
    release()
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })
})

describe('many who push the same', () => {
  it('while one is under way share the next one, and do not use up the attempts of a day', async ({ setup: { admin, repository } }) => {
    await refusePushes(repository)
    await commitOnMain(admin, 'refused.yml')
    const main = await mainOf(admin)

    const pushed = await Promise.all(Array.from({ length: 31 }, () => server.services().pushes.push(admin, main)))

    expect(pushed).toHaveLength(31)
    expect(pushed.at(-1)).toMatchObject({ state: 'pending', attempts: 3, cause: 'remote_push_refused' })
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 3 })
  })
})

describe('a tenant that is suspended', () => {
  const suspend = ({ tenantId }: Actor) => server.query('update tenants set suspended_at = now() where id = $1', [tenantId])
  const resume = async (admin: Actor) => {
    await server.query('update tenants set suspended_at = null where id = $1', [admin.tenantId])
    // The node hears of it in a moment.
    await expect.poll(() => server.outcome(admin, 'getRemote', { params: admin })).toMatchObject({ status: 200 })
  }
  const givenPending = async () => {
    const found = await given()
    const take = await refusePushes(found.repository)
    await commitOnMain(found.admin, 'before.yml')
    await take()
    return found
  }

  it('has nothing pushed before it is resumed', async () => {
    const { admin, repository, head } = await givenPending()
    await suspend(admin)

    expect(await retry(admin)).toBe(0)

    expect(await repository.find('refs/heads/main')).toBe(head)
    await resume(admin)
    expect(await retry(admin)).toBe(1)
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })

  it('while a push was taken on has it left for later, and not counted', async () => {
    const { admin, repository, head } = await givenPending()
    const main = await mainOf(admin)
    await suspend(admin)

    await server.services().pushes.push(admin, main)

    expect(await repository.find('refs/heads/main')).toBe(head)
    await resume(admin)
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1, cause: 'service_unavailable' })
    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
  })
})

describe('several nodes', () => {
  it('take up what a node left that stopped in the middle', async ({ setup: { admin, repository } }) => {
    const take = await refusePushes(repository)
    await commitOnMain(admin, 'left.yml')
    await take()
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    const begun = retry(admin, node.services)
    await isHeld

    await node.stop()
    await begun
    release()

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1 })
    // Due at once: nobody waits for the hold of a node that let go.
    expect(await tryDue(admin, server.services())).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', lastHash: await headOf(server, admin, 'main') })
  })

  it('that push the same at once both find it there', async ({ setup: { admin, repository } }) => {
    const take = await refusePushes(repository)
    await commitOnMain(admin, 'twice.yml')
    await take()
    const node = await secondNode()
    const main = await mainOf(admin)
    const pushOn = ({ pushes }: Services) => pushes.push(admin, main)

    const pushed = await Promise.all([pushOn(server.services()), pushOn(node.services)])

    expect(pushed).toMatchObject([{ state: 'pushed' }, { state: 'pushed' }])
    expect(await retry(admin)).toBe(0)
  })

  it('do not both try what one of them has taken on', async ({ setup: { admin, repository } }) => {
    await refusePushes(repository)
    await commitOnMain(admin, 'once.yml')
    const node = await secondNode()

    await letBeDue(admin)

    const begun = await Promise.all([server.services(), node.services].map((services) => tryDue(admin, services)))

    expect(new Set(begun)).toEqual(new Set([0, 1]))
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 2 })
  })
})

describe('as other clients call it', () => {
  it('a commit is answered with success, and its repetition with what the first one was', async ({ setup: { admin, repository } }) => {
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
