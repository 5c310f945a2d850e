import type { FailureCode } from '@facet/contract'
import { hash } from 'node:crypto'
import { Failure } from '#kernel/failure'
import type { EnvironmentId } from '../engines/index.ts'

export const tokenHeader = 'x-facet-engine-call'
/** On what an engine answered: the process and its build. */
export const engineHeader = 'x-facet-engine'
/** On what the node answers itself, since there is no engine to. */
export const refusedHeader = 'x-facet-engine-refused'

// The context of a token has tens of kB; the query of a GET is bounded by the headers it came in.
export const maxEnvelopeBytes = 1_048_576

/**
 * What comes before the body of a request to another node's engine. In the body, not in headers: contexts outgrow what a listener takes
 * there, and a listener that takes more takes it from everybody.
 */
export type Envelope = {
  method: string
  path: string
  /** Names and values in turns, as the engine gets them. */
  headers: string[]
  /** The pinned caller as JSON, which the node of the process signs; empty if nobody is behind it. */
  caller: string
  /** In units of a small query. A node of an earlier version does not send it. */
  cost?: number
  hasBody: boolean
}

export const digestOf = (envelope: Buffer): string => hash('sha256', envelope, 'hex')

const pathPrefix = '/internal/engines/'
const pathForm = /^\/internal\/engines\/(\d{1,16})\/(\d{1,16})\/(\d{1,16})$/

export const pathOf = ({ tenantId, deploymentId, environmentId }: EnvironmentId): string =>
  `${pathPrefix}${tenantId}/${deploymentId}/${environmentId}`

export const environmentIn = (url: string): EnvironmentId | null => {
  const [, tenantId, deploymentId, environmentId] = url.startsWith(pathPrefix) ? (pathForm.exec(url) ?? []) : []
  return environmentId === undefined
    ? null
    : { tenantId: Number(tenantId), deploymentId: Number(deploymentId), environmentId: Number(environmentId) }
}

/** What a token is bound to: who passes it on with another path says nothing. */
export const boundTo = (url: string): string => `POST ${url}`

export type Refusal = { code: FailureCode; message: string; retryAfterSeconds?: number }

export const refusalOf = ({ code, message, retryAfterSeconds }: Failure): Refusal => ({
  code,
  message,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

export const failureOf = ({ code, message, retryAfterSeconds }: Refusal): Failure =>
  new Failure(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

const unavailable = (message: string): Failure => new Failure('engine_unavailable', message, { retryAfterSeconds: 1 })

export const noEngineNode = (): Failure => unavailable('No node that runs engines can be reached. Repeat the request in a moment.')
export const nodeGone = (): Failure => unavailable('The node that runs this engine stopped answering. Repeat the request in a moment.')
export const engineGone = (): Failure => unavailable('The engine ended before it answered. Repeat the request.')
