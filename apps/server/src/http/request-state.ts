import type { OperationShape } from '@facet/contract'
import type { Caller, Tenant } from '#access'
import type { HeldBytes } from '#limits'
import type { Counted } from './rate-limit.ts'
import type { CountedUpload } from './upload-rate.ts'

/** What the hooks of one request learn and its handler needs. */
export type RequestState = {
  operation: OperationShape | null
  tenant: Tenant | null
  caller: Caller | null
  /** The caller as the credential of the request says now; nothing where it has none. */
  findAgain: (() => Caller | Promise<Caller>) | null
  /** The host name that selected the tenant. */
  host: string
  origin: string
  address: string
  /** Another node passed the request on, and proved to be one. */
  isForwarded: boolean
  /** The node that the request was passed on to. */
  forwardedTo: string | null
  rateLimit: Counted | null
  /** What is counted of the file it carries. */
  upload: CountedUpload | null
  heldBytes: HeldBytes | null
  /** Of what its body becomes. */
  heldBody: HeldBytes | null
  /** The body as it came, where its sender signs it. */
  signedText: string | null
  /** In place of what answers of the API have. */
  ownHeaders: Readonly<Record<string, string>> | null
  startedMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    facet: RequestState
  }
}
