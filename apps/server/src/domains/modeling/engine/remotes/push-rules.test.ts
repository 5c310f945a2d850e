import { describe, expect, it, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import { commitOnMain, pushOf, refusePushes, uploadUnawaited, useGitHost, usePushes, useServer } from '#test'
import { createJoinedRuns } from './joined-runs.ts'
import { failureView, isDefect, maxPushMs, pushTimedOut } from './push-failure.ts'
import { delayAfter, leaseSeconds, renewLeaseMs } from './push-rules.ts'

it('waits longer after each failure, an hour at most, and gives up after about a day', () => {
  const delays: number[] = []
  for (let attempts = 1; ; attempts++) {
    const delay = delayAfter(attempts)
    if (delay === null) break
    delays.push(delay)
  }

  expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120])
  expect(Math.max(...delays)).toBe(3600)
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(hours).toBeGreaterThan(18)
  expect(hours).toBeLessThan(30)
})

it('waits as after the first failure where none was counted', () => {
  expect(delayAfter(0)).toBe(15)
})

it('leaves a push to the node that makes it: one renewal may be missed', () => {
  expect(2 * renewLeaseMs).toBeLessThan(leaseSeconds * 1000)
})

const host = useGitHost()
const server = useServer(Object.assign(host.settings, { FACET_GIT_PROCESSES: '2' }))
const { given, retry } = usePushes(host, server)

it.each(['service_unavailable', 'rate_limited'] as const)('does not count a push that fails for local reasons: %s', async (code) => {
  const { admin, repository } = await given()
  await refusePushes(repository)
  await commitOnMain(admin, 'a.yml')
  const { pushRemotes } = server.services()
  const busy = new Failure(code, 'There is no place for git. Repeat the request in a moment.')
  const spy = vi.spyOn(pushRemotes, 'listBranches').mockRejectedValueOnce(busy)

  await retry(admin)
  spy.mockRestore()

  const push = await pushOf(admin)
  expect(push).toMatchObject({ state: 'pending', attempts: 1, cause: code, message: expect.stringContaining('retried') as string })
  expect(push?.message).not.toContain('Repeat')
  expect(Date.parse(push?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now())
})

describe('what is told of a failure', () => {
  it('of a remote that takes too long is that it was not reached, and no defect', () => {
    expect(failureView(pushTimedOut())).toMatchObject({ cause: 'remote_unreachable', isOwnFault: false })
    expect(isDefect(pushTimedOut())).toBe(false)
    expect(maxPushMs).toBe(180_000)
  })

  it('of a defect is only that it is ours; it counts, so that it ends', () => {
    const defect = new TypeError('secret')

    expect(failureView(defect)).toEqual({
      cause: 'internal_error',
      message: 'Something went wrong on our side. The push is retried.',
      isOwnFault: false,
    })
    expect(isDefect(defect)).toBe(true)
  })
})

it('hanging pushes do not block pulls and pushes of other remotes', async () => {
  const releases: (() => void)[] = []
  for (let tenant = 0; tenant < 2; tenant++) {
    const { admin } = await given()
    const { isHeld, release } = host.holdPush()
    releases.push(release)
    expect((await uploadUnawaited(admin, 'held.yml')).push).toMatchObject({ state: 'pending' })
    await isHeld
  }
  const { admin, api, params } = await given()

  const { push } = await uploadUnawaited(admin, 'asked.yml')
  const pushed = await api.pushBranch({ params, body: { branchName: 'main' } })

  expect(push).toMatchObject({ state: 'pending' })
  expect(pushed).toMatchObject({ isPushed: true })
  expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
  for (const release of releases) release()
})

/** Runs that end when they are told to, in the order they began. */
const givenRuns = () => {
  const begun: PromiseWithResolvers<number>[] = []
  const join = createJoinedRuns<number>()
  const run = (name = 'a') =>
    join(name, () => {
      const ending = Promise.withResolvers<number>()
      begun.push(ending)
      return ending.promise
    })
  return { begun, run }
}

it('joined runs run one at a time per name and share the next run', async () => {
  const { begun, run } = givenRuns()
  const first = run()
  const later = [run(), run(), run()]

  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  const last = run()
  begun[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.resolve(3)
  expect(await last).toBe(3)
})

it('joined runs continue after a failure and separate names', async () => {
  const { begun, run } = givenRuns()
  const failing = run()
  const next = run()
  const other = run('b')

  expect(begun).toHaveLength(2)
  begun[0]?.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await expect.poll(() => begun.length).toBe(3)
  begun[1]?.resolve(5)
  begun[2]?.resolve(6)
  expect([await other, await next]).toEqual([5, 6])
  const fresh = run()
  expect(begun).toHaveLength(4)
  begun[3]?.resolve(7)
  expect(await fresh).toBe(7)
})
