import { Agent } from 'undici'
import { expect, it } from 'vitest'
import { environmentIdOf, specOf } from '#test'
import { runProcess } from './engine-process.ts'

it('has ended when whoever ran it cannot say how: its place is free', async () => {
  const running = runProcess({
    name: 'p',
    spec: specOf(environmentIdOf(100), 7),
    launched: {
      socketPath: '/nonexistent',
      process: {
        exited: Promise.reject(new Error('The group stays busy.')),
        end: () => Promise.reject(new Error('The group stays busy.')),
      },
      sign: () => '',
    },
    connection: { requests: new Agent(), probe: async () => 200, destroy: async () => undefined },
    health: { everyMs: 60_000, timeoutMs: 1000, misses: 3 },
    nowMs: () => 0,
  })

  expect(await running.ended).toBe('The process was lost: The group stays busy.')
  await running.end()
})
