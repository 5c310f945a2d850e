import { createClient, FacetFailure, type OperationId, type OperationInput } from '@facet/client'
import { type FailureCode, statusOf } from '@facet/contract'

/** How a call ended: `body` when it was answered, `code` when it was refused. */
export type Outcome = { status: number; code?: string; body?: unknown }

/** The outcome of a refused call: its code, and the status that the contract gives it. */
export const failureOf = (code: FailureCode): Outcome => ({ status: statusOf(code), code })

const whole = async (answer: Promise<unknown> | AsyncIterable<unknown>): Promise<unknown> => {
  if (!(Symbol.asyncIterator in answer)) return answer
  const lines: unknown[] = []
  for await (const line of answer) lines.push(line)
  return lines
}

/** Calls through the typed client and keeps the status, which the client itself hides when all went well. */
export const outcomeOf = async <Id extends OperationId>(
  baseUrl: string,
  caller: { headers: Record<string, string>; key?: string },
  id: Id,
  input: OperationInput<Id>,
): Promise<Outcome> => {
  let status = 0
  const api = createClient({
    baseUrl,
    headers: caller.headers,
    key: caller.key,
    retries: { attempts: 1 },
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      status = response.status
      return response
    },
  })
  const call = api[id] as unknown as (sent: OperationInput<Id>) => Promise<unknown> | AsyncIterable<unknown>
  try {
    return { body: await whole(call(input)), status }
  } catch (error) {
    if (error instanceof FacetFailure && status !== 0) return { status, code: error.code }
    throw error
  }
}
