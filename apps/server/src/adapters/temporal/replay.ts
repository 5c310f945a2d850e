import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker } from '@temporalio/worker'
import { clientOver, openConnection } from './connection.ts'
import { createCodec } from './codec.ts'
import { failureConverterFile } from './files.ts'
import type { Sealer, TemporalOptions } from './options.ts'

type Replay = { workflowBundle: string; sealer: Sealer }

/** Runs the workflow again over what it did once. Throws where the code of today would decide otherwise. */
export const replayHistory = (history: unknown, { workflowBundle, sealer }: Replay): Promise<void> =>
  Worker.runReplayHistory(
    {
      workflowBundle: { codePath: workflowBundle },
      dataConverter: { failureConverterPath: failureConverterFile, payloadCodecs: [createCodec(sealer)] },
    },
    history,
  )

/** What a workflow did, as JSON that `replayHistory` takes. */
export const fetchHistory = async (options: TemporalOptions, sealer: Sealer, workflowId: string): Promise<string> => {
  const connection = openConnection(options)
  try {
    return historyToJSON(await clientOver(connection, options, sealer).workflow.getHandle(workflowId).fetchHistory())
  } finally {
    await connection.close()
  }
}
