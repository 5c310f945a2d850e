import { openConnection } from './connection.ts'
import { hasNamespace } from './namespace.ts'
import type { TemporalOptions } from './options.ts'

const answerMs = 5000

/** Whether Temporal answers, and knows the namespace; throws if it does not answer. */
export const lookAtTemporal = async (options: TemporalOptions): Promise<{ hasNamespace: boolean }> => {
  const connection = openConnection(options)
  try {
    return await connection.withDeadline(Date.now() + answerMs, async () => ({
      hasNamespace: await hasNamespace(connection, options.namespace),
    }))
  } finally {
    await connection.close()
  }
}
