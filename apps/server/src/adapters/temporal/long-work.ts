import { Failure } from '#kernel/failure'
import type { Sealer, TemporalOptions } from './options.ts'

export type WorkflowStart = {
  workflow: string
  id: string
  args: readonly unknown[]
  /** Whose turn it takes: work of one key does not wait behind all of another's. The tenant. */
  fairnessKey: string
  /** What becomes of an open one of the same id. */
  onConflict: 'use-existing' | 'terminate-existing' | 'fail'
}

/** `unknown`: Temporal never had it, or has it no more. */
export type WorkState = 'running' | 'completed' | 'failed' | 'cancelled' | 'unknown'

/** Work that outlives its request and the process that began it. What cannot be reached is a failure `long_work_unavailable`. */
export type LongWork = {
  start: (start: WorkflowStart) => Promise<{ runId: string }>
  /** Asks it to end; one that is over or unknown stays as it is. */
  cancel: (id: string) => Promise<void>
  describe: (id: string) => Promise<WorkState>
  /** Asks Temporal; false as well where long work is off. */
  isUp: () => Promise<boolean>
  /** What the last question showed, without asking. */
  wasUp: () => boolean
  isOff: boolean
  close: () => Promise<void>
}

const retryAfterSeconds = 10

export const longWorkUnavailable = (message: string, cause?: unknown): Failure =>
  new Failure('long_work_unavailable', message, { retryAfterSeconds, ...(cause === undefined ? {} : { cause }) })

/** An installation without Temporal: everything else is served. */
const longWorkOff = (): LongWork => {
  const refuse = async (): Promise<never> => {
    throw longWorkUnavailable(
      'This installation runs no builds and no syncs: long work is off. The operator turns it on with FACET_TEMPORAL_ADDRESS.',
    )
  }
  return {
    start: refuse,
    cancel: refuse,
    describe: refuse,
    isUp: async () => false,
    wasUp: () => false,
    isOff: true,
    close: async () => undefined,
  }
}

/** Dialled when it is first asked: that Temporal is away when a process starts is no failure. */
export const connectLongWork = async (options: TemporalOptions | null, sealer: Sealer): Promise<LongWork> => {
  if (options === null) return longWorkOff()
  // Loaded only where it is used: it is large.
  const { connect } = await import('./client.ts')
  return connect(options, sealer)
}
