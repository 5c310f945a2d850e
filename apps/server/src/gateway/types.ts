import type { DataScope } from '@facet/contract'
import type { CountedCaller, DataTarget } from '#access'
import type { Dispatcher } from 'undici'

/** The security context of a caller, and beside it what the platform itself goes by: whether a frame asks. */
export type PinnedCaller = { ctx: object; facet: { embed: boolean } }

/** What the gateway holds while a request is answered; an engine that is replaced ends when its leases are released. */
export type EngineLease = {
  dispatcher: Pick<Dispatcher, 'dispatch'>
  /** Signs for this process alone. Kept by the identity of the object, so that the same one is not signed for each request. */
  sign: (caller: PinnedCaller) => string
  /** Takes the values of the deployment's variables out of an error. Absent where the engine has none. */
  redact?: (text: string) => string
  processName: string
  buildId: number
  /** Calls back when the supervisor rejects the request, because its caller put the largest load on an engine that does not respond. */
  onRejected?: (listener: (reason: unknown) => void) => void
  release: () => void
}

/** The policy is that of now: the lease signs for embed sessions under it, whatever its process was started with. */
type LeasedEnvironment = {
  tenantId: number
  deploymentId: number
  environmentId: number
  embedPolicy: DataTarget['embedPolicy']
  /** The caller of the request and its cost. */
  holder?: { key: string; cost: number }
}

export type Engines = {
  acquire: (environment: LeasedEnvironment, signal: AbortSignal) => Promise<EngineLease>
  /** At once where a process is ready, which is nearly always; nothing where it would have to be waited for. */
  tryAcquire?: (environment: LeasedEnvironment) => EngineLease | undefined
}

/** How a token of the data API came about. */
export type DataCredential = 'embed' | 'deployment' | 'issued'

/** Who asks a query. One object as long as the token is known, so that what hangs on it is made once. */
export type DataCaller = {
  credential: DataCredential
  tenantId: number
  deploymentId: number
  /** Null: any of the deployment. */
  environmentId: number | null
  /** Null: everything. */
  scopes: readonly DataScope[] | null
  /** What the engine is told of the caller, and all it is told. */
  pinned: PinnedCaller
  /** Whether it may see what the engine and the warehouse say when something fails: their words hold values of other rows. */
  seesErrors: boolean
  /** On the monotonic clock of this process. */
  endsAtMs: number | null
  /** Whose requests it is counted with. */
  countedAs: CountedCaller
}

/** Abandoned: the engine may still work on the request, although nobody waits for it. */
type Release = (isAbandoned?: boolean) => void
type Entrant = Pick<DataCaller, 'tenantId' | 'countedAs'> & {
  environmentId: number
  /** In units of a small query. */
  cost: number
}

/** Admission to engines: how many requests run at once, shared between tenants, embed tenants and callers. */
export type Places = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (entrant: Entrant) => Release | undefined
  enter: (entrant: Entrant, signal: AbortSignal) => Promise<Release>
}
