import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker } from '@temporalio/worker'
import { createCodec, isSealed } from './codec.ts'
import { clientOver, openConnection } from './connection.ts'
import { failureConverterFile } from './files.ts'
import { installRuntime } from './runtime.ts'
import type { Sealer, TemporalOptions } from './options.ts'

type Replay = { workflowBundle: string; sealer: Sealer }

/** Runs a workflow again over what it did once. Throws where the code of today would decide otherwise. */
export const replayHistory = (history: unknown, { workflowBundle, sealer }: Replay): Promise<void> => {
  installRuntime(() => undefined)
  return Worker.runReplayHistory(
    {
      workflowBundle: { codePath: workflowBundle },
      dataConverter: { failureConverterPath: failureConverterFile, payloadCodecs: [createCodec(sealer)] },
    },
    history,
  )
}

/** The same value with every payload in it sealed anew. */
const resealed = async (value: unknown, from: Sealer, to: Sealer): Promise<void> => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  const payload = value as { metadata?: Record<string, Uint8Array>; data?: Uint8Array }
  if (payload.data && isSealed(payload)) payload.data = await to.seal(await from.open(Buffer.from(payload.data)))
  else for (const part of Object.values(value)) await resealed(part, from, to)
}

/** What a workflow did, as JSON that `replayHistory` takes, sealed with a key that whoever replays it has. */
export const fetchHistory = async (
  options: TemporalOptions,
  workflowId: string,
  sealers: { from: Sealer; to: Sealer },
): Promise<string> => {
  const connection = openConnection(options)
  try {
    const history = await clientOver(connection, options, sealers.from).workflow.getHandle(workflowId).fetchHistory()
    await resealed(history, sealers.from, sealers.to)
    return historyToJSON(history)
  } finally {
    await connection.close()
  }
}
