import type { OperationShape } from '@facet/contract'
import type { Caller, Tenant } from '#access'

/** What the hooks of one request learn and its handler needs. */
export type RequestState = {
  operation: OperationShape | null
  tenant: Tenant | null
  caller: Caller | null
  origin: string
  address: string
  rateLimit: string | null
  startedMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    facet: RequestState
  }
}
