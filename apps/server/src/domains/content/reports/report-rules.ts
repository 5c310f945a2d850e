import { isDeepStrictEqual } from 'node:util'
import { contentLimits, type Report } from '@facet/contract'
import { requireAllowedChart } from '#domains/content/charts'
import { requireFitting } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { isTooDeep, maxDepth } from '#kernel/json-depth'
import type { ReportColumns, ReportRow } from './report-queries.ts'

/** What can be sent of what a report says and runs. Undefined leaves it, null clears it. */
export type ReportTexts = Pick<Report, 'title' | 'description' | 'jsonQuery' | 'sqlQuery' | 'pivotItems' | 'meta'>

export const untitled = 'Untitled report'

const refuseQuery = (cause?: unknown): Failure =>
  new Failure(
    'json_query_invalid',
    `/body/jsonQuery is not the JSON text of an object or an array that nests at most ${maxDepth} levels. Send a query of the data API as text.`,
    {
      cause,
    },
  )

/** An empty text is none. */
const requireJsonQuery = (text: string | null | undefined): string | null => {
  if (!text) return null
  if (isTooDeep(text)) throw refuseQuery()
  let query: unknown
  try {
    query = JSON.parse(text)
  } catch (error) {
    throw refuseQuery(error)
  }
  if (typeof query !== 'object' || query === null) throw refuseQuery()
  return text
}

const textOf = (field: string, document: unknown, maxBytes: number): string | null => {
  if (document == null) return null
  requireFitting(document, maxBytes, `/body/${field}`)
  return JSON.stringify(document)
}

const metaOf = (meta: ReportTexts['meta']): string | null => {
  const text = textOf('meta', meta, contentLimits.metaBytes)
  requireAllowedChart(meta, '/body/meta')
  return text
}

/** The columns of what was sent. */
export const columnsOf = (body: ReportTexts): ReportColumns => ({
  ...(body.title === undefined ? {} : { title: body.title }),
  ...(body.description === undefined ? {} : { description: body.description }),
  ...(body.jsonQuery === undefined ? {} : { json_query: requireJsonQuery(body.jsonQuery) }),
  ...(body.sqlQuery === undefined ? {} : { sql_query: body.sqlQuery }),
  ...(body.pivotItems === undefined ? {} : { pivot_items: textOf('pivotItems', body.pivotItems, contentLimits.queryCharacters) }),
  ...(body.meta === undefined ? {} : { meta: metaOf(body.meta) }),
})

const documents = new Set<string>(['pivot_items', 'meta'])

/** Those of the columns that are not as they are already. */
export const changedColumns = (columns: ReportColumns, current: ReportRow): ReportColumns =>
  Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => {
      const next: unknown = documents.has(column) && typeof value === 'string' ? JSON.parse(value) : value
      return !isDeepStrictEqual(next, current[column as keyof ReportColumns])
    }),
  )
