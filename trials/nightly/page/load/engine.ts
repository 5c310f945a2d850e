import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pause } from '../../../harness/numbers.ts'

type Query = { measures?: string[]; dimensions?: string[] }

/** The query that is held, and how long; the others take as long as queries do. */
export const heldMeasure = 'orders.held'
const heldMs = 2000
const othersMs = 200

export type Engine = {
  /** How long the slowest query took, of those since it was last asked. */
  takeSlowestMs: () => number
  close: () => void
}

const rows = 12

const answerTo = ({ measures = [], dimensions = [] }: Query): string => {
  const groups = dimensions.map(() => Array.from({ length: rows }, (_, row) => `Group ${row + 1}`))
  const amounts = measures.map(() => Array.from({ length: rows }, (_, row) => String(100 + ((row * 37) % 90))))
  const annotated = (members: readonly string[], type: string) =>
    Object.fromEntries(members.map((member) => [member, { title: member, shortTitle: member, type }]))
  return JSON.stringify({
    query: { measures, dimensions },
    data: { members: [...dimensions, ...measures], columns: [...groups, ...amounts] },
    annotation: {
      measures: annotated(measures, 'number'),
      dimensions: annotated(dimensions, 'string'),
      segments: {},
      timeDimensions: {},
    },
  })
}

const queryIn = async (request: IncomingMessage): Promise<Query> => {
  const sent = await text(request)
  return sent === '' ? {} : ((JSON.parse(sent) as { query?: Query }).query ?? {})
}

const isLoad = ({ url }: IncomingMessage): boolean => url?.includes('/load') === true

/** Stands where an engine would: answers each query with rows after a while, and one after two seconds. */
export const startEngine = async (socketPath: string): Promise<Engine> => {
  let slowestMs = 0
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sinceMs = performance.now()
    const query = await queryIn(request)
    response.setHeader('content-type', 'application/json')
    if (!isLoad(request)) return void response.end('{"cubes":[]}')
    await pause(query.measures?.includes(heldMeasure) === true ? heldMs : othersMs)
    response.end(answerTo(query))
    slowestMs = Math.max(slowestMs, performance.now() - sinceMs)
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => void server.listen(socketPath, resolve))
  return {
    takeSlowestMs: () => {
      const taken = slowestMs
      slowestMs = 0
      return taken
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
