const special = Symbol('answer')

/** An answer written out in one of the operation's `documents` types. */
export type WrittenDocument = { readonly [special]: 'document'; readonly type: string; readonly text: string }
/** An answer that is JSON already. For large ones whose parts are kept written: writing them again would cost more than all the rest. */
export type EncodedJson = { readonly [special]: 'json'; readonly bytes: Buffer }
/** An answer with one of the operation's `statuses`. */
export type Answered<T> = { readonly [special]: 'status'; readonly status: number; readonly body: T | null }

export const writtenDocument = (type: string, text: string): WrittenDocument => ({ [special]: 'document', type, text })
export const encodedJson = (bytes: Buffer): EncodedJson => ({ [special]: 'json', bytes })
export const answered = <T>(status: 200 | 201, body: T): Answered<T> => ({ [special]: 'status', status, body })
export const answeredEmpty: Answered<never> = { [special]: 'status', status: 204, body: null }

export type Sent = { document: WrittenDocument } | { body: string | Buffer; status?: number }

const isSpecial = (answer: unknown): answer is WrittenDocument | EncodedJson | Answered<unknown> =>
  typeof answer === 'object' && answer !== null && special in answer

/** What a handler answered, as it is sent. */
export const sentFrom = (answer: unknown): Sent => {
  if (!isSpecial(answer)) return { body: JSON.stringify(answer) }
  switch (answer[special]) {
    case 'document':
      return { document: answer }
    case 'json':
      return { body: answer.bytes }
    case 'status':
      return { body: JSON.stringify(answer.body), status: answer.status }
  }
}
