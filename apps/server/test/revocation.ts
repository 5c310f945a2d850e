import { expect } from 'vitest'
import type { Actor, TestServer } from './server.ts'

/** A key that was taken back is refused within the second that the contract promises: the news reaches a process on its own way. */
export const expectRevoked = (server: TestServer, actor: Actor): Promise<void> =>
  expect
    .poll(() => server.outcome(actor, 'getCurrentUser', {}), { interval: 5, timeout: 1_000 })
    .toEqual({ status: 401, code: 'unauthenticated' })
