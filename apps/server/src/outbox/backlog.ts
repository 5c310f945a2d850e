import type { FunctionCalls } from '#db'
import { countEvents } from './outbox-queries.ts'

/** How many events there are, as of the last look. */
export type EventBacklog = { waiting: () => number; dead: () => number; refresh: (calls: Pick<FunctionCalls, 'call'>) => Promise<void> }

export const createBacklog = (): EventBacklog => {
  let found = { waiting: 0, dead: 0 }
  return {
    waiting: () => found.waiting,
    dead: () => found.dead,
    refresh: async (calls) => {
      found = await countEvents(calls)
    },
  }
}
