import type { OperationId } from '@facet/contract'

/** What a request of the fuzzer is given so that it can be done: parts of its address and query, fields of its body, headers. */
export type Prepared = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** Fields, or a whole body as it is sent. */
  body?: Record<string, unknown> | Buffer
  headers?: Record<string, string>
}

export type Prepare = () => Promise<Prepared>

export type PreparedRequests = {
  of: Partial<Record<OperationId, Prepare>>
  /** Whether prepared requests stand on this deployment: what the fuzzer writes goes to others. */
  isReserved: (deploymentId: number) => boolean
}
