import { type DbtSyncHelpers, dbtSyncHelpers } from './dbt-sync.ts'
import { type OperationTypes, operations } from './generated/operations.ts'
import type { Call, CallInput, CallOptions, Operation } from './operation.ts'
import { type AnyPage, itemsOf, pagesOf } from './paging.ts'
import { fetchStream, fetchValue } from './send.ts'
import { type ClientOptions, settingsOf } from './settings.ts'

export type OperationId = keyof OperationTypes
export type OperationInput<Id extends OperationId> = OperationTypes[Id]['input']
export type OperationOutput<Id extends OperationId> = OperationTypes[Id]['output']

type Answer<Id extends OperationId> = OperationTypes[Id] extends { streams: true }
  ? AsyncIterable<OperationOutput<Id>>
  : Promise<OperationOutput<Id>>

/** The input may be left out where nothing in it is required. */
type Arguments<Input> = Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]

/** What an operation that writes documents answers: its value, or text where the call asks for another format than JSON. */
export type DocumentAnswer<Output, Input> = Input extends { query: { format?: infer Format } }
  ? unknown extends Format
    ? Output
    : Format extends 'json' | null | undefined
      ? Output
      : string
  : Output

type DocumentMethod<Input, Output> = <Given extends Input>(input: Given, options?: CallOptions) => Promise<DocumentAnswer<Output, Given>>

type Method<Id extends OperationId> = OperationTypes[Id] extends { documents: true }
  ? DocumentMethod<OperationInput<Id>, OperationOutput<Id>>
  : (...call: Arguments<OperationInput<Id>>) => Answer<Id>

type Methods = { readonly [Id in OperationId]: Method<Id> }

type TakesCursor<Input> = Required<Input> extends { query: infer Query } ? ('after' extends keyof NonNullable<Query> ? true : false) : false

/** The operations that page: they take `after` and answer `items` with `pageInfo`. */
export type ListOperationId = {
  [Id in OperationId]: OperationOutput<Id> extends AnyPage ? (TakesCursor<OperationInput<Id>> extends true ? Id : never) : never
}[OperationId]

export type ListItem<Id extends ListOperationId> = OperationOutput<Id>['items'][number]

type Paging = {
  /** Every page of a list, each fetched when it is asked for. */
  readonly pages: <Id extends ListOperationId>(id: Id, ...call: Arguments<OperationInput<Id>>) => AsyncIterable<OperationOutput<Id>>
  /** Every item of a list across its pages. */
  readonly items: <Id extends ListOperationId>(id: Id, ...call: Arguments<OperationInput<Id>>) => AsyncIterable<ListItem<Id>>
}

export type Client = Methods & Paging & { readonly dbtSync: DbtSyncHelpers }

/** A client of one installation, with a method for each operation. */
export const createClient = (options: ClientOptions): Client => {
  const settings = settingsOf(options)

  const method =
    (id: string, operation: Operation) =>
    (input: CallInput = {}, callOptions: CallOptions = {}) => {
      const call: Call = { id, operation, input: withIdempotencyKey(operation, input), options: callOptions }
      return operation.streams ? fetchStream(call, settings) : fetchValue(call, settings)
    }

  const pages = (id: OperationId, input: CallInput = {}, callOptions: CallOptions = {}) => {
    const operation = operations[id]
    if (!operation.list) throw new TypeError(`${id} is not a list.`)
    const getPage = (pageInput: CallInput) => fetchValue({ id, operation, input: pageInput, options: callOptions }, settings)
    return pagesOf(id, getPage as (pageInput: CallInput) => Promise<AnyPage>, input)
  }

  const items = (...call: Parameters<typeof pages>) => itemsOf(pages(...call))

  const methods = Object.entries(operations).map(([id, operation]) => [id, method(id, operation)] as const)
  // The table and the types come from one contract; this is the only place that has to trust it.
  const calls = Object.fromEntries(methods) as unknown as Methods
  return { ...calls, pages, items, dbtSync: dbtSyncHelpers(calls, settings.wait) } as unknown as Client
}

/** One key for all attempts of a call: the service then does once what was sent twice. */
const withIdempotencyKey = (operation: Operation, input: CallInput): CallInput =>
  operation.idempotent ? { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() } : input
