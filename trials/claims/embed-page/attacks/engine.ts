import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type Query = { dimensions?: string[]; measures?: string[]; filters?: { member?: string; values?: unknown[] }[] }

/** Stands where an engine would and keeps what it was asked, so that it is seen which query the service made of what a frame sent. */
export type PageEngine = {
  asked: Query[]
  /** What is in the rows, by member. */
  rows: Map<string, unknown[]>
  close: () => void
}

/** It cannot answer a query that filters by this, as where a model has lost a member. */
export const brokenMember = 'orders.broken'

export const openEngine = async (socketPath: string): Promise<PageEngine> => {
  const asked: Query[] = []
  const rows = new Map<string, unknown[]>()
  const answerTo = ({ dimensions = [], measures = [] }: Query) => {
    const members = [...dimensions, ...measures]
    const count = Math.max(1, ...members.map((member) => rows.get(member)?.length ?? 1))
    return {
      data: { members, columns: members.map((member) => rows.get(member) ?? Array.from({ length: count }, () => 1)) },
      annotation: {},
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { query = {} } = JSON.parse((await text(request)) || '{}') as { query?: Query }
    asked.push(query)
    const isBroken = query.filters?.some(({ member }) => member === brokenMember) === true
    response.writeHead(isBroken ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isBroken ? { error: `'broken' not found for path '${brokenMember}'` } : answerTo(query)))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    asked,
    rows,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
