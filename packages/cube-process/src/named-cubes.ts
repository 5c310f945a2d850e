const cubeOf = (member: string): string => member.split('.')[0] ?? member

/** Every text that stands where the name of a member may stand. */
const membersIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(membersIn)
  if (typeof value !== 'object' || value === null) return []
  const { member, dimension, id, and, or, name, cubeName } = value as Record<string, unknown>
  return [member, dimension, id, and, or, name, cubeName].flatMap(membersIn)
}

const orderIn = (order: unknown): string[] => {
  if (Array.isArray(order)) return order.flatMap((each: unknown) => (Array.isArray(each) ? membersIn(each[0]) : membersIn(each)))
  return typeof order === 'object' && order !== null ? Object.keys(order) : []
}

/** The cubes and views that a query names: what it selects, filters, sorts and joins by. */
export const cubesNamed = (query: Readonly<Record<string, unknown>>): string[] => {
  const members = ['measures', 'dimensions', 'segments', 'timeDimensions', 'filters'].flatMap((key) => membersIn(query[key]))
  const hints = membersIn(query['joinHints'])
  return [...new Set([...members, ...orderIn(query['order']), ...hints].map(cubeOf))]
}
