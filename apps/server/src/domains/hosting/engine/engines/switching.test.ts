import { describe, expect, it } from 'vitest'
import { ask, environmentIdOf, openSmallEngines } from '#test'

const environment = environmentIdOf(100)
const patient = new AbortController().signal

describe('another build', () => {
  it('takes over under load without one failed request, and the one before ends when it is answered', async () => {
    const { engines, serve, happened, until, alive } = await openSmallEngines()
    serve(environment, 7)
    const answers: string[] = []
    let isOver = false
    const load = async (): Promise<void> => {
      while (!isOver || !answers.includes('9')) {
        const lease = await engines.acquire(environment, patient)
        answers.push(await ask(lease, '/build'))
        lease.release()
      }
    }
    const long = await engines.acquire(environment, patient)
    const loads = Array.from({ length: 8 }, load)

    for (const buildId of [8, 9]) {
      serve(environment, buildId)
      await engines.refresh(environment)
      const lease = await engines.acquire(environment, patient)
      expect(await ask(lease, '/build')).toBe(String(buildId))
      lease.release()
    }
    isOver = true
    await Promise.all(loads)

    expect(new Set(answers)).toEqual(new Set(['7', '8', '9']))
    expect(await ask(long, '/build')).toBe('7')
    expect(happened).toContain('draining 7')
    long.release()
    await until(() => happened.includes('ended 7') && happened.includes('ended 8'))
    expect(alive()).toBe(1)
  })

  it('that does not start leaves the one before serving, and is tried again after its rest', async () => {
    let nowMs = 0
    const onLaunch = (buildId: number): void => {
      if (buildId === 8 && nowMs === 0) throw new Error('The model does not compile.')
    }
    const { engines, serve, happened, until } = await openSmallEngines({ onLaunch, nowMs: () => nowMs })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)

    serve(environment, 8)
    await engines.refresh(environment)
    await until(() => happened.includes('failed 8'))
    await engines.refresh(environment)
    expect(happened.filter((what) => what === 'launch 8')).toHaveLength(1)
    expect((await engines.acquire(environment, patient)).buildId).toBe(7)
    expect(await ask(lease, '/build')).toBe('7')

    nowMs = 1000
    await engines.refresh(environment)
    expect((await engines.acquire(environment, patient)).buildId).toBe(8)
    await until(() => happened.includes('ended 8'))
  })

  it('that does not start does not keep the one before from starting again', async () => {
    const onLaunch = (buildId: number): void => {
      if (buildId === 8) throw new Error('The model does not compile.')
    }
    const { engines, serve, kill, until, happened } = await openSmallEngines({ onLaunch, limits: { stableMs: 0 } })
    serve(environment, 7)
    await engines.acquire(environment, patient)
    serve(environment, 8)
    await engines.refresh(environment)

    kill(7)
    await until(() => happened.includes('failed 7'))

    expect(await ask(await engines.acquire(environment, patient), '/build')).toBe('7')
  })

  it('waits for the memory of the one before where there is no room for both; requests wait, and do not fail', async () => {
    const { engines, serve, happened, until, alive } = await openSmallEngines({ limits: { budgetBytes: 1 } })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)

    serve(environment, 8)
    const refreshed = engines.refresh(environment)
    await until(() => happened.includes('draining 7'))
    const waiting = engines.acquire(environment, patient)
    expect(happened).not.toContain('launch 8')
    expect(await ask(lease, '/build')).toBe('7')
    lease.release()

    expect((await waiting).buildId).toBe(8)
    await refreshed
    expect(alive()).toBe(1)
  })

  it('does not wait longer than the drain limit for what the one before still answers', async () => {
    const { engines, serve, happened, until, lines, alive } = await openSmallEngines({ limits: { drainMs: 20 } })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)
    const endless = ask(lease, '/hold')
    const outcome = Promise.allSettled([endless])
    await until(() => lines.includes('holding'))

    serve(environment, 8)
    await engines.refresh(environment)

    await until(() => happened.includes('ended 7'))
    expect(await outcome).toMatchObject([{ status: 'rejected' }])
    lease.release()
    expect(alive()).toBe(1)
  })

  it('of which there is none any more ends the process', async () => {
    const { engines, serve, happened, until, alive } = await openSmallEngines()
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)
    lease.release()

    serve(environment, null)
    await engines.refresh(environment)
    await until(() => happened.includes('ended 7'))

    expect(alive()).toBe(0)
    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'no_build' })
  })
})
