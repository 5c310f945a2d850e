import { type Query, timeKeyOf } from './queries.ts'
import { type Expected, nameOfTenant, placesOf, type Rights, type Row } from './oracle.ts'
import { rowsInMark } from './warehouse.ts'

/** An `empty` response is inconclusive: a policy that hides everything would return it too. */
export type Verdict = { kind: 'same' | 'empty' } | { kind: 'foreign' | 'different' | 'refused'; why: string }

export type Answered = { rows: Record<string, unknown>[]; total: number | null }

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const namesOf = (query: Query): string[] => [
  ...query.dimensions,
  ...(timeKeyOf(query) === null ? [] : [timeKeyOf(query) ?? '']),
  ...query.measures,
]

const keyOf = (names: string[], row: Record<string, unknown>): string => JSON.stringify(names.map((name) => textOf(row[name])))

/** Items of the first list that the second does not have, counting repetitions. */
const without = (list: string[], other: string[]): string[] => {
  const left = new Map<string, number>()
  for (const key of other) left.set(key, (left.get(key) ?? 0) + 1)
  return list.filter((key) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

const isInconclusive = (query: Query, rows: Row[]): boolean =>
  rows.length === 0 ||
  (query.dimensions.length === 0 && rows.every((row) => Object.values(row).every((value) => value === null || value === '0')))

/** Describes a row of another tenant or level, found by its mark or its tenant. */
const foreignIn = ({ shape }: Query, rights: Rights, rows: Record<string, unknown>[]): string | null => {
  const allowed = placesOf(rights)
  for (const row of rows) {
    const mark = textOf(row[`${shape.name}.mark`])
    if (mark !== null && [...rowsInMark(BigInt(mark)).keys()].some((place) => !allowed.has(place)))
      return `has the mark of hidden rows: ${JSON.stringify(row)}`
    const tenant = textOf(row[`${shape.name}.tenant`])
    if (tenant !== null && tenant !== nameOfTenant(rights)) return `is of ${tenant}: ${JSON.stringify(row)}`
    const tenants = textOf(row[`${shape.name}.tenants`])
    if (tenants !== null && Number(tenants) > 1) return `counts ${tenants} tenants`
  }
  return null
}

export const judge = (query: Query, rights: Rights, expected: Expected, answered: Answered): Verdict => {
  const foreign = foreignIn(query, rights, answered.rows)
  if (foreign !== null) return { kind: 'foreign', why: foreign }
  const names = namesOf(query)
  const [got, wanted] = [answered.rows, expected.rows].map((rows) => rows.map((row) => keyOf(names, row)))
  const extra = without(got ?? [], wanted ?? [])
  if (extra.length > 0) return { kind: 'foreign', why: `is not among their rows: ${extra[0]}` }
  if (query.limit !== null && answered.total !== null && answered.total > expected.total)
    return { kind: 'foreign', why: `counts ${answered.total} rows of ${expected.total}` }
  const missing = without(wanted ?? [], got ?? [])
  if (missing.length > 0) return { kind: 'different', why: `is missing: ${missing[0]}` }
  if (query.limit !== null && answered.total !== expected.total)
    return { kind: 'different', why: `counts ${answered.total} rows of ${expected.total}` }
  return { kind: isInconclusive(query, expected.rows) ? 'empty' : 'same' }
}
