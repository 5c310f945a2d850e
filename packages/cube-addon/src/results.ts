import { type Column, columnsOf } from './columns.ts'
import { pivotQueryOf } from './pivot-query.ts'
import type { Columnar, NormalizedQuery, QueryType, TransformRequest } from './transform.ts'

export type ResultObject = { query: NormalizedQuery; [key: string]: unknown }
export type MultiResultObject = { queryType: QueryType; results: ResultObject[]; slowQuery?: boolean }

const rowsOf = (columns: readonly Column[]): unknown[][] =>
  Array.from({ length: columns[0]?.values.length ?? 0 }, (_, row) => columns.map(({ values }) => values[row]))

const dataOf = (request: TransformRequest, columns: readonly Column[]): unknown => {
  const members = columns.map(({ member }) => member)
  if (request.resType === 'compact') return { members, dataset: rowsOf(columns) }
  if (request.resType === 'columnar') return { members, columns: columns.map(({ values }) => values) }
  return rowsOf(columns).map((values) => Object.fromEntries(members.map((member, index) => [member, values[index]])))
}

/** The engine writes the rows as JSON, since the addon reads that faster than objects. */
const readRows = (rows: unknown): Columnar => {
  if (!(rows instanceof Uint8Array)) throw new Error('Rows of Cube Store need the native addon of Cube.')
  return JSON.parse(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString('utf8')) as Columnar
}

/** What is not known is left out, as the addon does. */
const withData = (result: ResultObject, request: TransformRequest, rows: unknown): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null && value !== undefined)),
  data: dataOf(request, columnsOf(request, readRows(rows))),
})

const encoded = (body: unknown): ArrayBuffer => new TextEncoder().encode(JSON.stringify(body)).buffer

export const finalResult = (request: TransformRequest, rows: unknown, result: ResultObject): ArrayBuffer =>
  encoded(withData(result, request, rows))

export const finalResults = (requests: readonly TransformRequest[], rows: readonly unknown[], answer: MultiResultObject): ArrayBuffer => {
  const results = answer.results.map((result, index) => {
    const request = requests[index]
    if (!request) throw new Error(`The engine handed over ${requests.length} requests for ${answer.results.length} results.`)
    return withData(result, request, rows[index])
  })
  const pivotQuery = pivotQueryOf(
    answer.queryType,
    answer.results.map(({ query }) => query),
  )
  return encoded({ queryType: answer.queryType, results, pivotQuery, slowQuery: answer.slowQuery ?? false })
}
