import { describe, expect, it, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import { commitOnMain, pushOf, refusePushes, useGitHost, usePushes, useServer } from '#test'
import { failureView, isDefect, maxPushMs, pushTimedOut } from './push-failure.ts'

const host = useGitHost()
const server = useServer(host.settings)
const { given, retry } = usePushes(host, server)

describe('a push that fails for want of something here', () => {
  it.each(['service_unavailable', 'rate_limited'] as const)('is not counted, and asks nobody to repeat it: %s', async (code) => {
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
