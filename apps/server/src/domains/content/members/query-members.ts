import { isObject, mapFields, mapList, maxDepth } from './documents.ts'
import { mapMember, type Place, type VisitMember } from './member-form.ts'

const place: Place = { usedIn: 'query', part: null, byText: false }

/** A query of the data API, or several, with every member visited: of measures, dimensions, segments, times, filters and order. */
export const mapQuery = (query: unknown, visit: VisitMember, part: string | null = null): unknown => {
  const name = (value: unknown): unknown => (typeof value === 'string' ? mapMember(value, { ...place, part }, visit) : value)
  const names = (value: unknown): unknown => mapList(value, name)

  const filter = (value: unknown, depth: number): unknown => {
    if (!isObject(value) || depth > maxDepth) return value
    const group = (some: unknown): unknown => mapList(some, (one) => filter(one, depth + 1))
    return mapFields(value, { member: name, dimension: name, and: group, or: group })
  }

  const time = (value: unknown): unknown => (isObject(value) ? mapFields(value, { dimension: name }) : value)

  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((entry: unknown, index) => (index === 0 ? name(entry) : entry))
    return isObject(value) ? mapFields(value, { id: name }) : value
  }

  const order = (value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, way]) => [name(key), way])) : mapList(value, ordered)

  const one = (value: unknown): unknown =>
    isObject(value)
      ? mapFields(value, {
          measures: names,
          dimensions: names,
          segments: names,
          timeDimensions: (times) => mapList(times, time),
          filters: (filters) => mapList(filters, (each) => filter(each, 0)),
          order,
        })
      : value

  return Array.isArray(query) ? query.map(one) : one(query)
}
