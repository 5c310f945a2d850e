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
  release: () => void
}

/** The policy is that of now: the lease signs for embed sessions under it, whatever its process was started with. */
type LeasedEnvironment = { tenantId: number; deploymentId: number; environmentId: number; embedPolicy: DataTarget['embedPolicy'] }

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

type Release = () => void
type Placed = Pick<DataCaller, 'tenantId' | 'countedAs'>

/** How many requests are answered at once, shared between tenants and, within each, between those who ask. */
export type Places = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (caller: Placed) => Release | undefined
  enter: (caller: Placed, signal: AbortSignal) => Promise<Release>
}
