import { randomBytes, randomInt } from 'node:crypto'
import { type Agent, request } from 'node:http'

/**
 * A kind of request. Placeholders in path, headers and body: `%n%` a rising number, `%random%` random letters, `%address%` an IPv4
 * address, `%item%` the next of `items`, each once, and `%turn%` the next of `turns`, repeated.
 */
export type RequestKind = {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  items?: string[]
  turns?: string[]
}

export type Answer = { status: number; code: string }

const fillers: Record<string, (kind: RequestKind, number: number) => string> = {
  n: (_, number) => String(number),
  random: () => randomBytes(8).toString('hex'),
  address: () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  item: ({ name, items = [] }, number) => {
    const item = items[number]
    if (item === undefined) throw new Error(`${name} has only ${items.length} items.`)
    return item
  },
  turn: ({ turns = [] }, number) => turns[number % turns.length] ?? '',
}

const filled = (text: string, kind: RequestKind, number: number): string =>
  text.replaceAll(/%(n|random|address|item|turn)%/g, (_, name: string) => fillers[name]?.(kind, number) ?? '')

const codeIn = (body: string): string => /"code":"(\w+)"/.exec(body)?.[1] ?? ''

/** Sends the request with this number. Status 0: no response. */
export const sendRequest = (agent: Agent, url: string, kind: RequestKind, number: number, signal?: AbortSignal): Promise<Answer> =>
  new Promise((resolve) => {
    const body = kind.body === undefined ? undefined : filled(kind.body, kind, number)
    const headers = Object.fromEntries(Object.entries(kind.headers).map(([name, value]) => [name, filled(value, kind, number)]))
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(`${url}${filled(kind.path, kind, number)}`, {
      agent,
      method: kind.method,
      headers: { ...headers, ...length },
      ...(signal ? { signal } : {}),
    })
    sent.on('error', () => resolve({ status: 0, code: 'no_answer' }))
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      let start = ''
      response.on('data', (chunk: Buffer) => {
        if (status >= 300 && start.length < 1000) start += chunk.toString()
      })
      response.on('error', () => resolve({ status: 0, code: 'no_answer' }))
      response.on('end', () => resolve({ status, code: codeIn(start) }))
    })
    sent.end(body)
  })
