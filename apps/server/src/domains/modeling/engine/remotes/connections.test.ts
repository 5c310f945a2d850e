import { describe, expect, onTestFinished, vi, test } from 'vitest'
import type { Services } from '#context'
import { inTransaction } from '#db'
import { accessOfNode } from '#access/node'
import { makePushesDue, requestPush } from './index.ts'
import { Failure } from '#kernel/failure'
import {
  type Actor,
  commitOnMain,
  enterDevMode,
  headOf,
  pushOf,
  refsOf,
  refusePushes,
  uploadUnawaited,
  useGitHost,
  usePushes,
  useServer,
} from '#test'

const host = useGitHost()
// Places for two pushes of a tenant at once.
const server = useServer(Object.assign(host.settings, { FACET_GIT_PROCESSES: '8' }))
const { given, retry, secondNode, mainOf } = usePushes(host, server)

/** Another repository, connected in place of the one before. */
const connectOther = async ({ api, deploymentId }: Actor) => {
  const repository = await host.addRepository()
  await api.connectRemote({ params: { deploymentId }, body: { url: repository.url, token: host.token } })
  return repository
}

/** Whatever the node reads next of a repository, it reads after this. */
const beforeNextRead = ({ repositories }: Services, happens: () => Promise<unknown>): void => {
  const { read } = repositories
  const spy = vi.spyOn(repositories, 'read').mockImplementationOnce(async (...args) => {
    await happens()
    return read(...args)
  })
  onTestFinished(() => spy.mockRestore())
}

/** A commit that the remote refused and would take now. */
const givenPending = async () => {
  const found = await given()
  const take = await refusePushes(found.repository)
  await commitOnMain(found.admin, 'meant-for-a.yml')
  await take()
  return found
}

const pushedIn = async ({ api }: Actor): Promise<number> =>
  (await api.listAuditLogs({ query: { first: 20 } })).items.filter(({ operation }) => operation === 'pushBranch').length

const it = test.extend('pending', () => givenPending()).extend('setup', () => given())

describe('a remote that was replaced', () => {
  it('gets nothing that was committed for the next one', async ({ pending: { admin, repository, head } }) => {
    const node = await secondNode()
    const other = Promise.withResolvers<Awaited<ReturnType<typeof connectOther>>>()
    beforeNextRead(node.services, async () => {
      other.resolve(await connectOther(admin))
      await uploadUnawaited(admin, 'meant-for-b.yml')
    })

    expect(await retry(admin, node.services)).toBe(1)

    expect(await repository.find('refs/heads/main')).toBe(head)
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    expect(await (await other.promise).find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })

  it.each(['pushBranch', 'commitChanges'] as const)('nor by %s, which says that it was replaced', async (operation) => {
    const { admin, params, repository, head } = await givenPending()
    beforeNextRead(server.services(), async () => {
      await connectOther(admin)
      await uploadUnawaited(admin, 'meant-for-b.yml')
    })

    const outcome = await server.outcome(admin, operation, { params, body: { branchName: 'main' } })

    expect(outcome).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(await repository.find('refs/heads/main')).toBe(head)
  })

  it('leaves nothing to the next one that was not asked of that', async ({ pending: { admin, repository, head } }) => {
    // As a push that was asked for finds it when its remote was replaced a moment ago.
    await server.query('update repository_remotes set connection_id = connection_id + 1 where deployment_id = $1', [admin.deploymentId])

    await retry(admin)

    expect(await repository.find('refs/heads/main')).toBe(head)
    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1 })
  })

  it('is noted nowhere when it was pushed to in that moment, but in the trail', async ({ pending: { admin, repository } }) => {
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    const pushing = retry(admin, node.services)
    await isHeld
    await connectOther(admin)

    release()
    await pushing

    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
    expect(await pushOf(admin)).toBeUndefined()
    expect(await refsOf(server, admin)).not.toHaveProperty(['remotes/main'])
    expect(await pushedIn(admin)).toBe(1)
  })
})

it('connecting another remote aborts pushes to the previous one', async ({ setup: { admin, repository, head } }) => {
  const { isHeld, release } = host.holdPush()
  onTestFinished(release)
  const committing = commitOnMain(admin, 'a.yml')
  await isHeld
  const startedMs = performance.now()

  await connectOther(admin)

  expect(await committing).toMatchObject({ success: true, push: { state: 'failed', cause: 'remote_not_connected' } })
  // At once, not when the hold is renewed.
  expect(performance.now() - startedMs).toBeLessThan(15_000)
  expect(await repository.find('refs/heads/main')).toBe(head)
})

describe('a remote that is disconnected', () => {
  it('leaves the pushes of others alone', async () => {
    const [mine, other] = [await given(), await given()]
    const { isHeld, release } = host.holdPush()
    onTestFinished(release)
    const committing = commitOnMain(mine.admin, 'a.yml')
    await isHeld

    await other.api.disconnectRemote({ params: other.params })
    release()

    expect(await committing).toMatchObject({ push: { state: 'pushed' } })
    expect(await mine.repository.find('refs/heads/main')).toBe(await headOf(server, mine.admin, 'main'))
  })

  it('ends what is being pushed there, and the answer says so', async ({ setup: { admin, api, params } }) => {
    const { isHeld, release } = host.holdPush()
    onTestFinished(release)
    const branchName = await enterDevMode(admin)
    await api.updateFiles({ params, body: { branchName, files: [{ path: 'a.yml', content: 'a\n' }] } })
    const committing = api.commitChanges({ params, body: { branchName } })
    await isHeld

    await api.disconnectRemote({ params })

    expect(await committing).toMatchObject({ success: true, push: { state: 'failed', cause: 'remote_not_connected', nextAttemptAt: null } })
    expect(await pushedIn(admin)).toBe(0)
  })

  it('takes with it what was to be pushed', async ({ pending: { admin, api, params } }) => {
    await api.disconnectRemote({ params })

    expect(await server.query('select from remote_pushes where deployment_id = $1', [admin.deploymentId])).toEqual([])
    await connectOther(admin)
    expect(await pushOf(admin)).toBeUndefined()
  })

  it('stays until a change that asks for a push is committed', async ({ pending: { admin } }) => {
    const main = await mainOf(admin)
    const isFree = async (): Promise<boolean> =>
      (await server.query('select from repository_remotes where deployment_id = $1 for no key update skip locked', [admin.deploymentId]))
        .length === 1

    const wasFree = await inTransaction(server.services().pool, admin.tenantId, 'read write', async (db) => {
      await requestPush(db, accessOfNode(admin), main.id, null)
      return isFree()
    })

    expect([wasFree, await isFree()]).toEqual([false, true])
  })
})

describe('a deployment that is deleted', () => {
  it('aborts its pushes when another node deletes it', async ({ pending: { admin, api, params, repository, head } }) => {
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    onTestFinished(release)
    const pushing = node.services.pushes.push(admin, await mainOf(admin))
    await isHeld

    await api.deleteDeployment({ params })

    expect(await pushing).toBe('deleted')
    expect(await repository.find('refs/heads/main')).toBe(head)
    expect(await pushedIn(admin)).toBe(0)
  })

  it('records the push that another node aborted', async ({ pending: { admin, api, params, repository, head } }) => {
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    const pushing = retry(admin, node.services)
    await isHeld
    await api.deleteDeployment({ params })

    release()
    await pushing

    expect(await repository.find('refs/heads/main')).not.toBe(head)
    expect(await pushedIn(admin)).toBe(1)
  })
})

describe('a branch that is deleted', () => {
  /** A commit on a branch, whose push is held until the test is over. */
  const givenHeld = async () => {
    const found = await given()
    const { admin, api, params } = found
    await api.createBranch({ params, body: { name: 'feature' } })
    const branchName = await enterDevMode(admin, 'feature')
    await api.updateFiles({ params, body: { branchName, files: [{ path: 'a.yml', content: 'a\n' }] } })
    const { isHeld, release } = host.holdPush()
    onTestFinished(release)
    const committing = api.commitChanges({ params, body: { branchName, exitDevMode: true } })
    await isHeld
    return { ...found, committing }
  }

  it('ends what is being pushed of it, and of no other; the answer says so', async () => {
    const { admin, api, params, committing } = await givenHeld()
    const ofMain = host.holdPush()
    onTestFinished(ofMain.release)
    await uploadUnawaited(admin, 'main.yml')
    await ofMain.isHeld

    await api.deleteBranch({ params, query: { branchName: 'feature' } })

    expect(await committing).toMatchObject({ push: { state: 'failed', cause: 'branch_not_found', nextAttemptAt: null } })
    ofMain.release()
    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ branchName: 'main', state: 'pushed' })
    expect(await pushedIn(admin)).toBe(1)
  })

  it('and removed from the remote is not brought there by the push that was under way', async () => {
    const { admin, api, params, repository, committing } = await givenHeld()

    await api.deleteBranch({ params, query: { branchName: 'feature', removeOnUpstream: true } })

    expect(await committing).toMatchObject({ success: true, push: { attempts: 0 } })
    expect(await repository.find('refs/heads/feature')).toBeNull()
    expect(await pushedIn(admin)).toBe(0)
  })
})

describe('a push that cannot be noted', () => {
  it('is in the trail once, and noted by the next attempt, which finds it there', async ({ pending: { admin, repository } }) => {
    const node = await secondNode()
    const spy = vi
      .spyOn(node.services.repositories, 'write')
      .mockImplementationOnce(() => Promise.reject(new Failure('service_unavailable', 'No connection became free.')))
    onTestFinished(() => spy.mockRestore())

    expect(await retry(admin, node.services)).toBe(1)

    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
    expect(await pushedIn(admin)).toBe(1)
    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', lastHash: await headOf(server, admin, 'main') })
    expect(await pushedIn(admin)).toBe(1)
  })
})

describe('a push that fails after all', () => {
  /** One that another node is sending, after so many that failed. */
  const givenSending = async (attempts: number) => {
    const pending = await givenPending()
    await server.query('update remote_pushes set attempts = $2 where deployment_id = $1', [pending.admin.deploymentId, attempts])
    const node = await secondNode()
    const { isHeld, release } = host.holdPush()
    const pushing = retry(pending.admin, node.services)
    await isHeld
    const end = async (): Promise<void> => {
      release()
      await pushing
    }
    return { ...pending, end }
  }

  it('says nothing of the remote that was connected anew meanwhile', async () => {
    const { admin, api, params, repository, end } = await givenSending(29)
    await api.connectRemote({ params, body: { url: repository.url, token: host.token } })
    await refusePushes(repository)

    await end()

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
  })

  it('says nothing of what was asked for since', async () => {
    const { admin, repository, end } = await givenSending(5)
    await refusePushes(repository)
    expect(await commitOnMain(admin, 'newer.yml')).toMatchObject({ push: { state: 'pending', attempts: 1 } })

    await end()

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1 })
  })

  it('says nothing of what was made due anew since', async () => {
    const { admin, repository, end } = await givenSending(5)
    await refusePushes(repository)
    await inTransaction(server.services().pool, admin.tenantId, 'read write', (db) => makePushesDue(db, accessOfNode(admin), 'all'))

    await end()

    expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(await retry(admin)).toBe(1)
  })

  it('says nothing where another node brought it there', async () => {
    const { admin, repository, end } = await givenSending(1)
    expect(await retry(admin)).toBe(1)
    await refusePushes(repository)

    await end()

    expect(await pushOf(admin)).toMatchObject({ state: 'pushed', attempts: 0, cause: null })
  })
})

it('a push request commits in the transaction of its change', async ({ setup: { admin } }) => {
  const { isHeld, release } = host.holdPush()
  onTestFinished(release)

  await uploadUnawaited(admin, 'a.yml')
  await isHeld

  const rows = await server.query<{ same: boolean }>(
    'select p.xmin = r.xmin as same from remote_pushes p join repositories r using (tenant_id, deployment_id) where p.deployment_id = $1',
    [admin.deploymentId],
  )
  expect(rows).toEqual([{ same: true }])
})
