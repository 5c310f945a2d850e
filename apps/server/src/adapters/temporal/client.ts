import {
  type WorkflowExecutionStatusName,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { NamespaceNotFoundError } from '@temporalio/common'
import { Failure } from '#kernel/failure'
import { clientOver, openConnection } from './connection.ts'
import { type LongWork, longWorkUnavailable, type WorkflowStart, type WorkState } from './long-work.ts'
import { ensureNamespace, whileNamespaceIsNew } from './namespace.ts'
import { type Sealer, taskQueue, type TemporalOptions } from './options.ts'

const states: Partial<Record<WorkflowExecutionStatusName, WorkState>> = {
  RUNNING: 'running',
  CONTINUED_AS_NEW: 'running',
  PAUSED: 'running',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  TERMINATED: 'cancelled',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
}

const policies: Record<WorkflowStart['onConflict'], WorkflowIdConflictPolicy> = {
  'use-existing': WorkflowIdConflictPolicy.USE_EXISTING,
  'terminate-existing': WorkflowIdConflictPolicy.TERMINATE_EXISTING,
  fail: WorkflowIdConflictPolicy.FAIL,
}

const answerMs = 5000
const startMs = 10_000
const aliveMs = 2000

const tooLarge = (error: unknown): boolean => error instanceof RangeError || (error instanceof Error && error.cause instanceof RangeError)

const isUnknown = (error: unknown): boolean => error instanceof WorkflowNotFoundError || error instanceof NamespaceNotFoundError

const outageOf = (error: unknown): unknown =>
  error instanceof Failure || error instanceof WorkflowExecutionAlreadyStartedError || tooLarge(error)
    ? error
    : longWorkUnavailable('Builds and syncs cannot be started or followed right now. Try again later.', error)

export const connect = (options: TemporalOptions, sealer: Sealer): LongWork => {
  const connection = openConnection(options)
  const client = clientOver(connection, options, sealer)
  let wasUp = false
  let isPrepared = false
  let looking: Promise<boolean> | null = null
  const underWay = new Set<Promise<unknown>>()
  const prepare = async (): Promise<void> => {
    if (isPrepared) return
    await ensureNamespace(connection, options.namespace)
    isPrepared = true
  }
  const tracked = async <T>(question: Promise<T>): Promise<T> => {
    underWay.add(question)
    try {
      return await question
    } finally {
      underWay.delete(question)
    }
  }
  const look = async (): Promise<boolean> => {
    wasUp = await tracked(connection.withDeadline(Date.now() + aliveMs, () => connection.workflowService.getSystemInfo({}))).then(
      () => true,
      () => false,
    )
    return wasUp
  }
  const ask = async <T>(work: () => Promise<T>, withinMs = answerMs): Promise<T> => {
    try {
      return await tracked(connection.withDeadline(Date.now() + withinMs, work))
    } catch (error) {
      throw outageOf(error)
    }
  }
  const unlessUnknown = async <T>(work: () => Promise<T>, fallback: T): Promise<T> => {
    try {
      return await ask(work)
    } catch (error) {
      if (error instanceof Failure && isUnknown(error.cause)) return fallback
      throw error
    }
  }
  return {
    start: ({ workflow, id, args, fairnessKey, onConflict }) =>
      ask(async () => {
        await prepare()
        const how = {
          workflowId: id,
          taskQueue,
          args: [...args],
          priority: { fairnessKey },
          workflowIdConflictPolicy: policies[onConflict],
        }
        const { firstExecutionRunId } = await whileNamespaceIsNew(() => client.workflow.start(workflow, how))
        return { runId: firstExecutionRunId }
      }, startMs),
    cancel: (id) =>
      unlessUnknown(async () => {
        await client.workflow.getHandle(id).cancel()
      }, undefined),
    describe: (id) =>
      unlessUnknown(async () => {
        const { status } = await client.workflow.getHandle(id).describe()
        return states[status.name] ?? 'unknown'
      }, 'unknown'),
    isUp: () => {
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
    wasUp: () => wasUp,
    isOff: false,
    close: async () => {
      // The library repeats a question that nobody answered, and on a closed connection that ends the process.
      await Promise.allSettled(underWay)
      await connection.close()
    },
  }
}
