import { expect, vi } from 'vitest'

/** Until it is so: a busy machine shows a frame late. */
export const expectSoon = (read: () => Promise<unknown>, value: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(value), { timeout: 15_000, interval: 50 })
