import { type Columnar, nameOf, type TransformRequest } from './transform.ts'
import { valueOf } from './values.ts'

/** A member of the answer, and its values row by row. */
export type Column = { member: string; values: unknown[] }

const levels = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']
const unknownLevel = 10
const levelOf = (granularity: string): number => {
  const index = levels.indexOf(granularity)
  return index === -1 ? unknownLevel : index + 1
}

const hiddenMember = (member: string): Error =>
  new Error(
    `You requested hidden member: '${member}'. Please make it visible using \`public: true\`. Members of a primary key are hidden by default.`,
  )

/** An empty answer has no columns that would show a member the caller may not see. A time without granularity is a filter, not a column. */
const requireVisible = ({ query, annotation }: TransformRequest): void => {
  const times = (query.timeDimensions ?? []).flatMap(({ dimension, granularity }) => (granularity ? [dimension] : []))
  const named = [...(query.measures ?? []), ...(query.dimensions ?? []), ...times]
  for (const member of named) {
    const name = nameOf(member)
    if (name !== undefined && !Object.hasOwn(annotation, name)) throw hiddenMember(name)
  }
}

const memberColumns = ({ aliasToMemberNameMap, annotation }: TransformRequest, { members, columns }: Columnar): Column[] =>
  members.map((alias, index) => {
    if (!Object.hasOwn(aliasToMemberNameMap, alias)) throw new Error(`Member name not found for alias: '${alias}'`)
    const member = aliasToMemberNameMap[alias] ?? alias
    if (!Object.hasOwn(annotation, member)) throw hiddenMember(alias)
    const type = annotation[member]?.type
    return { member, values: (columns[index] ?? []).map((value) => valueOf(value, type)) }
  })

/** A time dimension is also there under its bare name, in its finest granularity, unless that was asked for as a dimension. */
const bareTimes = ({ query }: TransformRequest, columns: readonly Column[]): Column[] => {
  const dimensions = new Set((query.dimensions ?? []).map(nameOf))
  const finest = new Map<string, { level: number; values: unknown[] }>()
  for (const { member, values } of columns) {
    const [cube, name, granularity] = member.split('.')
    const bare = `${cube}.${name}`
    if (granularity === undefined || dimensions.has(bare)) continue
    const level = levelOf(granularity)
    const known = finest.get(bare)
    if (!known || known.level >= level) finest.set(bare, { level, values })
  }
  return [...finest].map(([member, { values }]) => ({ member, values }))
}

const rangeOf = ({ query }: TransformRequest): string => {
  const range = query.timeDimensions?.[0]?.dateRange
  if (!Array.isArray(range) || range.length < 2)
    throw new Error('A query that compares date ranges needs a time dimension with both ends of its range.')
  return range.join(' - ')
}

const blendedTime = ({ query }: TransformRequest, columns: readonly Column[]): Column[] => {
  const [time] = query.timeDimensions ?? []
  if (!time?.granularity) throw new Error('A blending query needs a time dimension with a granularity.')
  const found = columns.find(({ member }) => member === `${time.dimension}.${time.granularity}`)
  return found ? [{ member: `time.${time.granularity}`, values: found.values }] : []
}

/** What only queries of several parts have: which part a row is of, or the time that they share. */
const ofParts = (request: TransformRequest, columns: readonly Column[], rowCount: number): Column[] => {
  if (request.queryType === 'compareDateRangeQuery')
    return [{ member: 'compareDateRange', values: Array.from({ length: rowCount }, () => rangeOf(request)) }]
  return request.queryType === 'blendingQuery' ? blendedTime(request, columns) : []
}

/** Every column of the answer, those of the warehouse first and in its order. */
export const columnsOf = (request: TransformRequest, rows: Columnar): Column[] => {
  if (rows.members.length === 0) {
    requireVisible(request)
    return []
  }
  const columns = memberColumns(request, rows)
  const rowCount = rows.columns[0]?.length ?? 0
  return [...columns, ...bareTimes(request, columns), ...ofParts(request, columns, rowCount)]
}
