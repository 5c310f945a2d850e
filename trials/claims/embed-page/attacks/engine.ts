import { text } from 'node:stream/consumers'
import { serveHttp } from '../../../harness/serve-http.ts'

type Query = { dimensions?: string[]; measures?: string[]; filters?: { member?: string; values?: unknown[] }[] }

/** A stand-in for the engine, which records the queries that the service sends. */
export type PageEngine = {
  asked: Query[]
  /** Values of the rows, by member. */
  rows: Map<string, unknown[]>
  close: () => void
}

/** A query that filters by this member fails, as if the model had lost it. */
export const brokenMember = 'orders.broken'

export const openEngine = async (socketPath: string): Promise<PageEngine> => {
  const asked: Query[] = []
  const rows = new Map<string, unknown[]>()
  const resultOf = ({ dimensions = [], measures = [] }: Query) => {
    const members = [...dimensions, ...measures]
    const count = Math.max(1, ...members.map((member) => rows.get(member)?.length ?? 1))
    return {
      data: { members, columns: members.map((member) => rows.get(member) ?? Array.from({ length: count }, () => 1)) },
      annotation: {},
    }
  }
  const { close } = await serveHttp(async (request, response) => {
    const { query = {} } = JSON.parse((await text(request)) || '{}') as { query?: Query }
    asked.push(query)
    const isBroken = query.filters?.some(({ member }) => member === brokenMember) === true
    response.writeHead(isBroken ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isBroken ? { error: `'broken' not found for path '${brokenMember}'` } : resultOf(query)))
  }, socketPath)
  return { asked, rows, close }
}
