import type { RowFilter, RowTest } from './model.ts'
import { canonical, fieldsOf, textOf, type Tree } from './tree.ts'

// Nested alternatives multiply. Past this many, a filter is compared as a whole.
const maxAlternatives = 64
const maxValuesApart = 8

/** No row filter: every row. */
export const everyRow: RowFilter = [[]]

const wholeTest = (key: string): RowFilter => [[{ key, member: '', operator: '', plainValues: null }]]

/** A value with braces is filled in per caller, so nothing is known of it but its text. */
const plainValuesOf = (tree: Tree | undefined): string[] | null => {
  if (tree?.kind !== 'list') return null
  const values = tree.items.map(textOf)
  return values.every((value) => value !== undefined && !/[{}]/.test(value)) ? (values as string[]) : null
}

/** One of a few values is the same as this value or that one: apart, they can be compared with filters of other policies. */
const alternativesOf = (test: RowTest): RowFilter => {
  const { member, operator, plainValues } = test
  if (operator !== 'equals' || plainValues === null || plainValues.length === 0 || plainValues.length > maxValuesApart) return [[test]]
  return plainValues.map((value) => [{ key: JSON.stringify([member, operator, value]), member, operator, plainValues: [value] }])
}

const and = (left: RowFilter, right: RowFilter): RowFilter => left.flatMap((a) => right.map((b) => [...a, ...b]))

const joinAll = (items: Tree[], how: 'and' | 'or', depth: number): RowFilter | null => {
  let joined: RowFilter = how === 'and' ? everyRow : []
  for (const item of items) {
    const filter = filterOf(item, depth + 1)
    if (how === 'and' && joined.length * filter.length > maxAlternatives) return null
    joined = how === 'and' ? and(joined, filter) : [...joined, ...filter]
    if (joined.length > maxAlternatives) return null
  }
  return joined
}

const filterOf = (tree: Tree, depth = 0): RowFilter => {
  const fields = fieldsOf(tree)
  const key = canonical(tree)
  if (!fields) return wholeTest(key)
  const member = textOf(fields.get('member'))
  const operator = textOf(fields.get('operator'))
  if (member !== undefined && operator !== undefined && !fields.has('and') && !fields.has('or')) {
    return alternativesOf({ key, member, operator, plainValues: plainValuesOf(fields.get('values')) })
  }
  for (const how of ['and', 'or'] as const) {
    const items = fields.get(how)
    if (items?.kind === 'list' && items.items.length > 0 && fields.size === 1) return joinAll(items.items, how, depth) ?? wholeTest(key)
  }
  return wholeTest(key)
}

/** What a policy's row_level lets through. Filters of one policy must all hold; none at all lets every row through. */
export const rowsOf = (tree: Tree | undefined): RowFilter => {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return everyRow
  const fields = fieldsOf(tree)
  if (!fields) return wholeTest(canonical(tree))
  const allowAll = fields.get('allow_all')
  if (allowAll?.kind === 'scalar' && allowAll.value === true) return everyRow
  const filters = fields.get('filters')
  // Releases of the engine disagree on allow_all: false without filters. As a test of its own it is comparable to nothing.
  if (filters === undefined) return allowAll === undefined ? everyRow : wholeTest(canonical(tree))
  if (filters.kind !== 'list') return wholeTest(canonical(tree))
  return joinAll(filters.items, 'and', 0) ?? wholeTest(canonical(filters))
}

const isSubset = (few: string[], many: string[]): boolean => few.length > 0 && few.every((value) => many.includes(value))

/** Whether every row that passes the one test is known to pass the other. False also means: not known. */
export const testImplies = (one: RowTest, other: RowTest): boolean => {
  if (one.key === other.key) return true
  if (one.member !== other.member || one.operator !== other.operator) return false
  if (one.plainValues === null || other.plainValues === null) return false
  if (one.operator === 'equals') return isSubset(one.plainValues, other.plainValues)
  return one.operator === 'notEquals' && isSubset(other.plainValues, one.plainValues)
}
