import type { IncomingMessage } from 'node:http'
import type { DataTarget, GuardedCache, Revocations, Tenant } from '#access'
import type { ByteBudget } from '#limits'
import type { Credentials } from './authenticate.ts'
import type { OriginsOf } from './origins.ts'
import type { DataCaller, Engines, Places } from './types.ts'

export type DataObservation = {
  operation: string
  status: number
  seconds: number
  requestId: string
  method: string
  tenantId: number | undefined
  deploymentId: number | undefined
}

export type EngineErrorReport = {
  tenantId: number
  deploymentId: number
  environmentId: number
  processName: string
  buildId: number
  /** Whose share of the deployment's log the report takes. */
  caller: string
  requestId: string
  status: number
  text: string
}

export type GatewayDependencies = {
  engines: Engines
  /** How a request came, as the rest of the service reads it. */
  transportOf: (request: IncomingMessage) => { host: string; origin: string; address: string }
  tenants: GuardedCache<Tenant>
  targets: GuardedCache<DataTarget>
  credentials: Credentials
  revocations: Revocations
  originsOf: OriginsOf
  /** Counts a request of this caller, or throws. */
  count: (caller: DataCaller['countedAs']) => { left: string; policy: string }
  places: Places
  /** Memory for bodies that are being read or wait for their turn, shared between callers. */
  bodyMemory: Pick<ByteBudget<number | string>, 'open'>
  /** How long an answer waits for a reader that takes nothing of it. */
  maxStallMs: number
  /** Hosts below it name a deployment each. */
  dataDomain: string | null
  /** Throws while nothing may be answered. */
  requireServing: () => void
  isDraining: () => boolean
  observe: (observation: DataObservation) => void
  /** What embed callers are not told, for the log of the deployment. */
  onEngineError: (report: EngineErrorReport) => void
  onBug: (requestId: string, error: unknown) => void
}
