import type { Dispatcher } from 'undici'

type Headers = Dispatcher.DispatchOptions['headers']

const pairsOf = (headers: Headers): [string, string][] => {
  if (!headers) return []
  if (Array.isArray(headers))
    return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []))
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
}

/** The headers of a request for an engine, without the one that says whose it is: that is signed where the process is. */
export const splitHeaders = (headers: Headers): { caller: string; requestId: string; others: string[] } => {
  let [caller, requestId] = ['', '']
  const others: string[] = []
  for (const [name, value] of pairsOf(headers)) {
    const lower = name.toLowerCase()
    if (lower === 'authorization') caller = value
    else others.push(lower, value)
    if (lower === 'x-request-id') requestId = value
  }
  return { caller, requestId, others }
}
