import type { OperationId } from '@facet/contract'

/** Parts of a request that let it succeed. */
export type Prepared = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** Fields of a JSON body, or a whole body. */
  body?: Record<string, unknown> | Buffer
  headers?: Record<string, string>
}

export type Prepare = () => Promise<Prepared>

export type PreparedRequests = {
  of: Partial<Record<OperationId, Prepare>>
  /** Whether prepared requests use this deployment, so that other requests must not write to it. */
  isReserved: (deploymentId: number) => boolean
}
