import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import { type Activities, activitiesFor } from './activities.ts'
import { createCodec } from './codec.ts'
import { openConnection } from './connection.ts'
import { failureConverterFile } from './files.ts'
import { ensureNamespace } from './namespace.ts'
import { installRuntime } from './runtime.ts'
import { connectionTo, nodeQueueOf, type Sealer, taskQueue, type TemporalOptions } from './options.ts'

export type WorkerSettings = {
  temporal: TemporalOptions
  sealer: Sealer
  nodeId: string
  activities: Activities
  /** The file of the bundle of workflows. */
  workflowBundle: string
  /** What the SDK has to say that somebody should know. */
  onWarning: (message: string) => void
}

// A stopping process is usually killed after 30 s: what is under way is told to end well before.
const graceMs = 15_000
const forceMs = 20_000
const prepareMs = 5000

const prepareNamespace = async (options: TemporalOptions): Promise<void> => {
  const connection = openConnection(options)
  try {
    await connection.withDeadline(Date.now() + prepareMs, () => ensureNamespace(connection, options.namespace))
  } finally {
    await connection.close()
  }
}

export type StartedWorker = { ended: Promise<void>; stop: () => void }

/** Connects and works: on what anybody may do, and on what is for this process alone. Throws if Temporal is not there. */
export const startWorker = async (settings: WorkerSettings): Promise<StartedWorker> => {
  const { temporal, sealer, nodeId, workflowBundle } = settings
  installRuntime(settings.onWarning)
  await prepareNamespace(temporal)
  const connection = await NativeConnection.connect(connectionTo(temporal))
  const workers: Worker[] = []
  try {
    const nodeQueue = nodeQueueOf(nodeId)
    const common: Omit<WorkerOptions, 'taskQueue'> = {
      connection,
      namespace: temporal.namespace,
      identity: nodeId,
      activities: activitiesFor(settings.activities, nodeQueue),
      dataConverter: { failureConverterPath: failureConverterFile, payloadCodecs: [createCodec(sealer)] },
      shutdownGraceTime: graceMs,
      shutdownForceTime: forceMs,
    }
    workers.push(await Worker.create({ ...common, taskQueue, workflowBundle: { codePath: workflowBundle } }))
    // The SDK refuses one that can do nothing.
    if (Object.keys(settings.activities).length > 0) workers.push(await Worker.create({ ...common, taskQueue: nodeQueue }))
  } catch (error) {
    // One that was made holds the connection until it has run.
    await Promise.allSettled(workers.map((worker) => worker.runUntil(Promise.resolve())))
    await connection.close()
    throw error
  }
  const stop = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
  }
  // One that ends takes the other along, so that both are started anew.
  const work = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(workers.map((worker) => worker.run().finally(stop)))
    await connection.close()
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }
  return { ended: work(), stop }
}
