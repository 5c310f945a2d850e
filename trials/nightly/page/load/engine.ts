import { json } from 'node:stream/consumers'
import { pause } from '../../../harness/numbers.ts'
import { serveHttp } from '../../../harness/serve-http.ts'

type Query = { measures?: string[]; dimensions?: string[] }

/** The measure of the slow query. */
export const heldMeasure = 'orders.held'
const heldMs = 2000
const othersMs = 200

export type Engine = {
  /** Duration of the slowest query since the last call. */
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

/** A stand-in for the engine: returns rows after 200 ms, and for the slow query after 2 s. */
export const startEngine = async (socketPath: string): Promise<Engine> => {
  let slowestMs = 0
  const { close } = await serveHttp(async (request, response) => {
    const sinceMs = performance.now()
    response.setHeader('content-type', 'application/json')
    if (!request.url?.includes('/load')) return void response.end('{"cubes":[]}')
    const { query = {} } = (await json(request)) as { query?: Query }
    await pause(query.measures?.includes(heldMeasure) === true ? heldMs : othersMs)
    response.end(answerTo(query))
    slowestMs = Math.max(slowestMs, performance.now() - sinceMs)
  }, socketPath)
  return {
    takeSlowestMs: () => {
      const taken = slowestMs
      slowestMs = 0
      return taken
    },
    close,
  }
}
