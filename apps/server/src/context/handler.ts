import type { AuditTargetKind, OperationId, operations, OperationShape, Static, TSchema } from '@facet/contract'
import type { Committed } from '#db'
import type { Answered, EncodedJson, WrittenDocument } from '#kernel/answers'
import type { Audited } from '#kernel/audit'
import type { ChangingContext, Context, ReadingContext, RequestContext } from './context.ts'

type Part<S> = S extends TSchema ? Static<S> : Record<string, never>

export type RequestHeaders = Record<string, string | string[] | undefined>

export type Input<O extends OperationShape> = {
  params: Part<O['params']>
  query: Part<O['query']>
  body: O['body'] extends TSchema ? Static<O['body']> : undefined
  /** The body as it came: what was signed. */
  text: O['isSigned'] extends true ? string : undefined
  /** Those of the request that the operation names. */
  headers: O['headers'] extends readonly string[] ? RequestHeaders : undefined
  /** The part of a multipart body that is called `file`. Read it, or the request never ends. */
  file: O['isMultipart'] extends true ? AsyncIterable<Buffer> : undefined
}

type Value<O extends OperationShape> = O['statuses'] extends readonly number[] ? Answered<Static<O['returns']>> : Static<O['returns']>
type Plain<O extends OperationShape> = Value<O> | EncodedJson | (O['documents'] extends readonly string[] ? WrittenDocument : never)
type AuditedKind<O extends OperationShape> = O['audit'] extends readonly (infer Kind extends AuditTargetKind)[] ? Kind : never
/** A change that goes in steps answers with what was committed: that its effect was forgotten does not compile. */
type Change<O extends OperationShape, T> = O['database'] extends 'steps' ? Committed<T> : T
type Settled<O extends OperationShape> = O['method'] extends 'GET'
  ? Plain<O>
  : O['skipsAutomaticAudit'] extends true
    ? Plain<O>
    : Change<O, Audited<Plain<O>, AuditedKind<O>>>
type Answer<O extends OperationShape> = O['streams'] extends string ? AsyncIterable<Static<O['returns']>> : Promise<Settled<O>>

type StepsContext<O extends OperationShape> = O['method'] extends 'GET' ? ReadingContext : ChangingContext
export type ContextOf<O extends OperationShape> = {
  whole: Context
  steps: StepsContext<O>
  none: RequestContext
}[O['database']]

export type Handler<O extends OperationShape> = (input: Input<O>, context: ContextOf<O>) => Answer<O>

/** One handler per operation: leaving one out does not compile. */
export type Handlers = { [Id in OperationId]: Handler<(typeof operations)[Id]> }
