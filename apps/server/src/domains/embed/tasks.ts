import type { Task } from '#context'

export const tasks: readonly Task[] = [
  {
    name: 'make and drop embed partitions',
    everyMs: 60_000,
    start:
      ({ calls, config }) =>
      async () => {
        // One after the other, since they give way to each other; and the second also when the first failed.
        try {
          await calls.call('make-embed-partitions', 'select facet_make_embed_partitions()', [])
        } finally {
          await calls.call('drop-embed-partitions', 'select facet_drop_embed_partitions($1)', [config.embedRecordHours])
        }
      },
  },
]
