import { expect, it } from 'vitest'
import { createPooledCalls } from '#db'
import { useServer } from '#test'
import { tasks } from './tasks.ts'

const server = useServer()

it('the start task starts a requested build at once', async () => {
  const services = server.services()
  const calls = createPooledCalls(services.config.databaseUrl, 1)
  const started: string[] = []
  let hasStarted = (): void => undefined
  const longWork = {
    ...services.longWork,
    isOff: false,
    start: async ({ id }: { id: string }) => {
      started.push(id)
      hasStarted()
      return { runId: '' }
    },
  }
  const stopping = new AbortController()
  const turn = tasks.find(({ name }) => name === 'start builds')?.start({ ...services, longWork, calls })
  const first = new Promise<void>((resolve) => (hasStarted = resolve))
  await server.admin()
  const running = turn?.(stopping.signal)
  await first
  const second = new Promise<void>((resolve) => (hasStarted = resolve))
  const askedAtMs = performance.now()

  const owner = await server.admin()
  await second

  expect(performance.now() - askedAtMs).toBeLessThan(4000)
  expect(started.at(-1)).toMatch(new RegExp(`^build-${owner.tenantId}-\\d+$`))
  stopping.abort()
  await running
  await calls.close()
})
