import { maxQueryCost, queryCost } from '#kernel/query-cost'
import { structureProblem } from '#kernel/json-structure'
import { queryStructure } from './read-body.ts'
import { bodyRefusals } from './refusals.ts'

// No text of this length names more members than a small query.
const smallLength = 512
// Of an SQL text, which is not parsed here.
const charactersPerUnit = 2048

const parsedJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** The cost of a query that is written as text: JSON, which the engine parses too, or SQL. */
const costOfText = (text: string): number => {
  if (text.length <= smallLength) return 1
  const problem = structureProblem(text, queryStructure)
  if (problem !== undefined) throw bodyRefusals.tooComplex(problem)
  const parsed = parsedJson(text)
  if (parsed) return queryCost(parsed.value)
  return Math.min(maxQueryCost, 1 + Math.floor(text.length / charactersPerUnit))
}

/** The structure of the body itself was checked when it was read; that of a string within it was not. */
const costOfBody = (body: Buffer): number => {
  if (body.length <= smallLength) return 1
  const value = parsedJson(body.toString())?.value
  const query = typeof value === 'object' && value !== null && 'query' in value ? value.query : value
  return typeof query === 'string' ? costOfText(query) : queryCost(query)
}

/** The time that an engine needs to plan a request, in units of a small query. Throws where its query has too much structure. */
export const requestCost = (enginePath: string, body: Buffer | null): number => {
  if (body !== null) return costOfBody(body)
  const mark = enginePath.indexOf('?')
  if (mark < 0 || enginePath.length <= smallLength) return 1
  return costOfText(new URLSearchParams(enginePath.slice(mark)).get('query') ?? '')
}
