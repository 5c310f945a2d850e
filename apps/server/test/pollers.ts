import { taskQueue, type TemporalOptions } from '#adapters/temporal'

/** Who looks for work right now, by the ids of their nodes. */
export const pollersOf = async (options: TemporalOptions): Promise<string[]> => {
  // Loaded by those who ask: it is large.
  const { Connection } = await import('@temporalio/client')
  const connection = Connection.lazy({ address: options.address })
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: 1,
    })
    return (pollers ?? []).map(({ identity }) => identity ?? '')
  } finally {
    await connection.close()
  }
}
