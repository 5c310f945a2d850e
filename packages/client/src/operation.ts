/** What the client must know of an operation to call it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly hasBody?: true
  /** The body is a form whose fields come before its file. */
  readonly multipart?: true
  /** Honours Idempotency-Key. */
  readonly idempotent?: true
  /** Answers one JSON object a line, or bytes. */
  readonly streams?: true
  /** What it streams are bytes. */
  readonly bytes?: true
  /** Answers other types than JSON too, as `format` in the query says. */
  readonly documents?: true
  /** Pages by `after`. */
  readonly list?: true
}

type Scalar = string | number | boolean
type QueryValue = Scalar | null | undefined

/** The parts of a call, as every operation takes them. */
export type CallInput = {
  readonly params?: Readonly<Record<string, Scalar>> | undefined
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined
  readonly body?: unknown
  readonly file?: Blob | Uint8Array | undefined
  readonly idempotencyKey?: string | undefined
}

export type CallOptions = {
  /** Ends the call, its retries and the stream it answered; the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export type Call = {
  readonly id: string
  readonly operation: Operation
  readonly input: CallInput
  readonly options: CallOptions
}
