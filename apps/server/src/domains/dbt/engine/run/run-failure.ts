import type { RefusalCode } from '@facet/dbt-convert'
import { ChildLimitExceeded } from '#adapters/children'
import type { RunControl } from './run-control.ts'

export type RunPhase = 'clone' | 'deps' | 'parse' | 'catalog' | 'convert'

export type RunFailureCode =
  | 'phase_timed_out'
  | 'limit_exceeded'
  | 'repository_unreachable'
  | 'repository_auth_failed'
  | 'repository_not_found'
  | 'repository_refused'
  | 'ref_not_found'
  | 'project_not_found'
  | 'packages_failed'
  | 'package_host_unreachable'
  | 'parse_failed'
  | 'catalog_failed'
  | RefusalCode

type Details = { file?: string | null; line?: number | null; dbtSaid?: string | null; isTransient?: boolean; cause?: unknown }

/** Why a phase ended without a result. All of it but `cause` may be shown to whoever started the run: secrets are taken out. */
export class RunFailure extends Error {
  readonly code: RunFailureCode
  readonly phase: RunPhase
  /** In the dbt project. */
  readonly file: string | null
  readonly line: number | null
  /** Its own words, cut. */
  readonly dbtSaid: string | null
  /** Whether the same again may end well. */
  readonly isTransient: boolean

  constructor(phase: RunPhase, code: RunFailureCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'RunFailure'
    this.phase = phase
    this.code = code
    this.file = details.file ?? null
    this.line = details.line ?? null
    this.dbtSaid = details.dbtSaid ?? null
    this.isTransient = details.isTransient ?? false
  }
}

const names: Record<RunPhase, string> = {
  clone: 'Cloning the repository',
  deps: 'Installing packages (dbt deps)',
  parse: 'Parsing the project (dbt parse)',
  catalog: 'Reading the catalog (dbt docs generate)',
  convert: 'Converting the manifest',
}

export const timedOut = (phase: RunPhase, workingOn: string, { timeoutMs }: RunControl, cause: unknown): RunFailure =>
  new RunFailure(
    phase,
    'phase_timed_out',
    `${names[phase]} took longer than ${timeoutMs / 1000} s and was ended while working on ${workingOn}.`,
    { cause },
  )

/** A limit that was met, with the phase and what it was working on; anything else as it is. */
export const overLimit = (error: unknown, phase: RunPhase, workingOn: string, control: RunControl): unknown => {
  if (!(error instanceof ChildLimitExceeded)) return error
  if (error.limit === 'time') return timedOut(phase, workingOn, control, error)
  const message = `${names[phase]} went over its ${error.allowed} and was ended while working on ${workingOn}.`
  return new RunFailure(phase, 'limit_exceeded', message, { cause: error })
}
