import type { Failure } from '#kernel/failure'
import type { Dispatcher } from 'undici'

export type EnvironmentId = { tenantId: number; deploymentId: number; environmentId: number }

/** What an embed session gets from a cube without an access policy. */
export type EmbedPolicy = 'refuse' | 'warn' | 'allow'

/** The caller of a request, and its cost in units of a small query. */
export type LeaseHolder = { key: string; cost: number }

/** An engine that is asked for, what its deployment says of embed sessions now, and who asks. */
export type AskedEnvironment = EnvironmentId & { embedPolicy?: EmbedPolicy; holder?: LeaseHolder }

/** What a process is started from: a build of an environment, and where its artifact is. */
export type EngineSpec = EnvironmentId & {
  buildId: number
  engineVersion: string
  artifact: { key: string; sha256: string }
  /** The deployment's, for the names of processes; the environment's id stands in for it. */
  slug?: string
}

/** What a process is told about a caller: the security context, and beside it what the platform itself goes by. */
export type PinnedCaller = { ctx: object; facet?: { embed?: boolean; policy?: EmbedPolicy } }

export type EngineExit = { code: number | null; signal: NodeJS.Signals | null }

export type LaunchedEngine = {
  socketPath: string
  /** `end` resolves when nothing of it is left. */
  process: { exited: Promise<EngineExit>; end: () => Promise<void> }
  /** A token that this process alone takes. */
  sign: (caller: PinnedCaller) => string
  /** Takes the values of its variables out of a text that it wrote. Absent where it has none. */
  redact?: (text: string) => string
}

/**
 * Takes a line of a process. One that is costly to make is made when it is wanted: most of what a process says at once is dropped. `passedOver`
 * is how many lines before it were not looked at.
 */
export type OnLine = (line: string | (() => string), passedOver?: number) => void

/**
 * Starts a process and resolves when it is ready. What it says is handed on line by line, from its first moment. Aborted, it leaves
 * nothing behind.
 */
export type Launch = (spec: EngineSpec, processName: string, signal: AbortSignal, onLine: OnLine) => Promise<LaunchedEngine>

/** What a gateway holds while a request is answered; a draining engine ends when its leases are released. */
export type EngineLease = {
  dispatcher: Dispatcher
  sign: (caller: PinnedCaller) => string
  /** Takes the values of its variables out of an error that it answered with. */
  redact: (text: string) => string
  processName: string
  buildId: number
  /** Calls back when the request is rejected, because its caller put the largest load on a process that does not respond. */
  onRejected: (listener: (reason: Failure) => void) => void
  /** May be called twice. */
  release: () => void
}

export type ProcessStatus = 'starting' | 'ready' | 'draining' | 'failed'

export type ProcessRow = { name: string; spec: EngineSpec; restarts: number }

/** Tells the registry; `ended` takes the row away. */
export type RecordProcess = (row: ProcessRow, status: ProcessStatus | 'ended') => Promise<void>

export type EngineLimits = {
  /** What all processes may have together, and what each is given. */
  budgetBytes: number
  processBytes: number
  /** Unused for so long, a process is ended; the next request starts another. */
  idleMs: number
  startMs: number
  /** How long requests of a process that was replaced may go on. */
  drainMs: number
  health: { everyMs: number; timeoutMs: number; misses: number }
  /** One that lived so long did not crash for how it starts: it is started again at once. */
  stableMs: number
  /** How long a build that does not start rests: doubled after each failure, up to the highest. */
  backoff: { firstMs: number; maxMs: number }
  /** Requests that wait for a process to start. */
  waiting: { max: number; maxPerTenant: number; maxPerEnvironment: number; maxMs: number }
  logLinesPerSecond: number
}

export type RunningProcess = EnvironmentId & {
  name: string
  buildId: number
  status: ProcessStatus
  leases: number
  restarts: number
  startedAt: Date
}

export type Engines = {
  /**
   * A lease on the process of the served build, which is started for it if none runs. Fails with `engine_starting`, `engine_failed`,
   * `engine_unavailable` or `no_build`, all of them 503 and to be repeated.
   */
  acquire: (environment: AskedEnvironment, signal: AbortSignal) => Promise<EngineLease>
  /** The same at once, where a process is ready; nothing where it would have to be waited for. */
  tryAcquire: (environment: AskedEnvironment) => EngineLease | undefined
  /** Looks at what is served: another build is started beside the one that runs, and takes its place when it is ready. */
  refresh: (environment: EnvironmentId) => Promise<void>
  list: () => RunningProcess[]
  /** Drains and ends all processes; nothing is started any more. */
  stop: () => Promise<void>
}
