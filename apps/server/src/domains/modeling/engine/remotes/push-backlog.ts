import type { PushBacklog } from './pushes.ts'
import type { FunctionCalls } from '#db'

type Counts = { pending: number; failed: number }

export const createPushBacklog = (calls: FunctionCalls): PushBacklog => {
  let counts: Counts = { pending: 0, failed: 0 }
  return {
    refresh: async () => {
      const [found] = await calls.call<Counts>('count-pushes', 'select pending, failed from facet_count_pushes()', [])
      counts = found ?? counts
    },
    pending: () => counts.pending,
    failed: () => counts.failed,
  }
}
