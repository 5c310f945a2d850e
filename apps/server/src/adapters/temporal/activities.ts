import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { Failure } from '#kernel/failure'
import { mayPass } from '#kernel/may-pass'
import { maxPayloadBytes } from './codec.ts'

/** What an activity is told beside its input. */
export type RunningActivity = {
  workflowId: string
  /** Counts this one. */
  attempt: number
  /** Comes when the workflow is cancelled, which is heard with a heartbeat, and when the worker stops. */
  signal: AbortSignal
  /** Says that it is alive, and how far it has come: what was said last is `progress` of the next attempt. */
  heartbeat: (progress?: unknown) => void
  progress: unknown
  /** The queue of this very process, for later steps that need what this one leaves on its disk. */
  nodeQueue: string
}

/** A step of a workflow. It may run again after the worker died: what is done already must do no harm. */
export type Activity = (input: never, running: RunningActivity) => Promise<unknown>
export type Activities = Record<string, Activity>

/** What the operation itself refuses would be refused again; only what may come right is tried once more. */
const asFailure = (error: unknown): unknown =>
  error instanceof Failure
    ? ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: !mayPass(error), cause: error })
    : error

const refuseLarge = (name: string, answer: unknown): void => {
  const size = Buffer.byteLength(JSON.stringify(answer) ?? '')
  // Sealed it is a little longer.
  if (size > maxPayloadBytes - 1024)
    throw ApplicationFailure.nonRetryable(
      `The activity ${name} answered ${size} bytes, over what a workflow may carry. Put them into the object store and answer their key.`,
      'payload_too_large',
    )
}

/** The activities as the SDK calls them. */
export const activitiesFor = (activities: Activities, nodeQueue: string): Record<string, (input: unknown) => Promise<unknown>> =>
  Object.fromEntries(
    Object.entries(activities).map(([name, activity]) => [
      name,
      async (input: unknown) => {
        const { info, cancellationSignal, heartbeat } = Context.current()
        try {
          const answer = await activity(input as never, {
            workflowId: info.workflowExecution?.workflowId ?? '',
            attempt: info.attempt,
            signal: cancellationSignal,
            heartbeat,
            progress: info.heartbeatDetails as unknown,
            nodeQueue,
          })
          refuseLarge(name, answer)
          return answer
        } catch (error) {
          throw asFailure(error)
        }
      },
    ]),
  )
