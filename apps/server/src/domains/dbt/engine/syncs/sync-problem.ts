import type { DbtSyncPhaseName, DbtSyncProblem } from '@facet/contract'
import { storable } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import { mayPass } from '#kernel/may-pass'

const maxMessageLength = 4000

type Details = { file?: string | null; line?: number | null; dbtSaid?: string | null; isTransient?: boolean; cause?: unknown }

/** A run that fails because of what is synced, or of what it needs from outside: whoever started it can act on it. */
export class SyncProblem extends Error {
  readonly code: string
  readonly file: string | null
  readonly line: number | null
  readonly dbtSaid: string | null
  /** Whether the same may end well when it is tried again soon. */
  readonly isTransient: boolean

  constructor(code: string, message: string, details: Details = {}) {
    super(storable(message.slice(0, maxMessageLength)), details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'SyncProblem'
    this.code = code
    this.file = details.file ?? null
    this.line = details.line ?? null
    this.dbtSaid = details.dbtSaid == null ? null : storable(details.dbtSaid)
    this.isTransient = details.isTransient ?? false
  }
}

/** What a phase threw, as the failure of the run; null where it is ours, and is tried again. */
export const asSyncProblem = (error: unknown): SyncProblem | null => {
  if (error instanceof SyncProblem) return error
  return error instanceof Failure && !mayPass(error) ? new SyncProblem(error.code, error.message) : null
}

export const problemView = ({ code, file, line, dbtSaid }: SyncProblem, phase: DbtSyncPhaseName | null): DbtSyncProblem => ({
  code,
  phase,
  file,
  line,
  dbtSaid,
})
