import type { TObject, TSchema } from 'typebox'
import type { Action } from './actions.ts'
import type { AuditTargetKind } from './audit-targets.ts'
import { closeRequest } from './closed-request.ts'
import type { FailureCode } from './failures.ts'

/** What may call an operation. An embed token is refused unless an operation names it. */
export type CredentialKind = 'api_key' | 'oauth' | 'embed'

/** Named key scopes. An operation says which of them include it; `read-only` includes every GET without being named. */
export const presets = ['mint-only', 'ci', 'read-only'] as const
export type Preset = (typeof presets)[number]

/**
 * What an operation acts on, and so which keys get to it. A key is scoped when it names deployments or embed tenants.
 *
 * - `deployment`: the deployment in its path. Refused to a key scoped to others, and to one scoped to embed tenants.
 * - `embed_tenant`: the embed tenant in its path, or that of the users it acts on. Refused to a key scoped to others, and to one scoped to deployments.
 * - `session`: embed sessions, each of one deployment and one embed tenant. A key scoped to either reaches those of its own, one scoped to both those in both.
 * - `tenant`: the whole tenant. Refused to every scoped key.
 * - `caller`: the caller, or what it may see of a list. Any valid credential.
 *
 * `tenantWide` lets a scoped key act beyond what it names: on the tenant, on deployments if it names none, on embed tenants if it names none.
 */
export const reaches = ['deployment', 'embed_tenant', 'session', 'tenant', 'caller'] as const
export type Reach = (typeof reaches)[number]

/**
 * How an operation uses the database:
 * - `whole`: one transaction, committed before anything is answered. Nothing outside of the database is waited for in it.
 * - `steps`: it works with git, the object store or the network, or answers as a stream: short transactions, none of them open
 *   while the outside is waited for. One of them is the effect; it commits with the audit entry and the answer that is kept.
 * - `none`: no transaction at all: it needs no rows, or shares statements with other requests.
 */
export type DatabaseUse = 'whole' | 'steps' | 'none'

export type OperationShape = {
  /** camelCase; the client's method, the handler's file name in kebab-case, the audit entry's operation. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  database: DatabaseUse
  tag: string
  summary: string
  /** Behaviour that no schema can say, decided here so that it reaches the document, the client and the guides. */
  description?: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body is multipart/form-data: `body` describes its text fields, and one part called `file` follows them as a stream. */
  isMultipart?: true
  /** Where the file of a multipart body may have more than a file of a data model, and what a larger one is refused with. */
  fileLimit?: { bytes: number; tooLarge: FailureCode }
  /** Where the usual limit of a body is too small. */
  bodyLimitBytes?: number
  returns: TSchema
  /** What success answers with; 204 has no body and `returns` is `NoContent`. 200 when left out. */
  status?: 204
  /** Where success means one of two things, what each answers with; the handler says which. 204 has no body. */
  statuses?: readonly [200 | 201, 204]
  /** Headers of the request that the handler reads, in small letters. None is required. */
  headers?: readonly string[]
  /** The sender signs the body: the handler is given its text as it came, beside what it says. */
  isSigned?: true
  /** A response that is streamed: as one JSON object a line, each of the shape of `returns`, or as the bytes of an archive. */
  streams?: 'application/x-ndjson' | 'application/x-tar'
  /** A stream that lasts until something happens: counted apart from other requests, and ended when its node stops. */
  isHeldOpen?: true
  /** Written out in these types as well, chosen by the query parameter `format`. */
  documents?: readonly `${string}/${string}`[]
  /** A write waits for the lock of a content workspace, which imports take. */
  locks?: 'content'
  /** Acts on the repository of its deployment: whichever node is asked, the one that owns the repository does it. */
  runsOn?: 'owner'
  /** Waits for something outside for so long that its work is worth stopping when the caller hangs up. A stream is without saying so. */
  isLong?: true
  failures: readonly FailureCode[]
  /** The action a role must hold; null = any authenticated caller. */
  action: Action | null
  reach: Reach
  /** None = open to everyone who names the tenant's host: what is sent is itself the credential. */
  credentials: readonly CredentialKind[]
  /** Its rows are its record: no Idempotency-Key, and no automatic audit entry; its handler may write entries about other things. */
  skipsAutomaticAudit?: true
  presets?: readonly Preset[]
  /** Honours Idempotency-Key. `sealed` = the stored answer holds a secret and is encrypted. */
  idempotency?: 'plain' | 'sealed'
  /** The kinds of thing its audit entry may name. The handler says which ones it touched and what it did to each. */
  audit?: readonly [AuditTargetKind, ...AuditTargetKind[]]
  /** Gone from the reference and still answered, marked as such: kept out of the document. Dates by calendar day, UTC. */
  removed?: { since: string; sunset: string }
  /** Ours beside the reference's: marked x-facet in the document. */
  own?: true
  example: { params?: object; query?: object; body?: unknown; returns: unknown }
}

/** Declares an operation. Its query and body refuse unknown fields unless `openRequestSchemas` lists them. */
export const operation = <const O extends OperationShape>(shape: O): O => ({
  ...shape,
  ...(shape.query ? { query: closeRequest(shape.query) } : {}),
  ...(shape.body ? { body: closeRequest(shape.body) } : {}),
})
