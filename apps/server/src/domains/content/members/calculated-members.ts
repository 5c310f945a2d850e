import { isObject, type JsonObject, maxDepth } from './documents.ts'
import { memberIn, type Place, type VisitMember } from './member-form.ts'

const maxPartCharacters = 128

const ident = '[_a-zA-Z]\\w*'
// Texts in quotes are passed over; a word before a bracket is a function.
const references = new RegExp(
  `'(?:[^']|'')*(?:'|$)|(?<![\\w.$"])"(${ident})"\\."(${ident})"|(?<![\\w.$"])(${ident})\\.(${ident})(?!\\w|\\s*\\()`,
  'g',
)

/** The expression with every `cube.member` in it visited. `CUBE.x` says only what it is already in. */
const mapExpression = (text: string, place: Place, visit: VisitMember): string =>
  text.replaceAll(references, (whole: string, quotedCube?: string, quotedName?: string, cube?: string, name?: string) => {
    const found = memberIn(`${quotedCube ?? cube ?? ''}.${quotedName ?? name ?? ''}`)
    if (found === null || cube?.toUpperCase() === 'CUBE') return whole
    const next = visit({ ...place, member: found, byText: true })
    if (next === found) return whole
    return quotedCube === undefined
      ? next
      : next
          .split('.')
          .map((half) => `"${half}"`)
          .join('.')
  })

const mapTexts = (value: unknown, place: Place, visit: VisitMember, depth = 0): unknown => {
  if (typeof value === 'string') {
    const member = memberIn(value)
    return member === null ? mapExpression(value, place, visit) : visit({ ...place, member }) + value.slice(member.length)
  }
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, place, visit, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, place, visit, depth + 1)]))
}

/**
 * Calculated fields with every member of the model visited that their texts name. Their own names have no dot, so that a query which uses one
 * of them names nothing of the model by it.
 */
export const mapCalculatedFields = (fields: JsonObject, visit: VisitMember): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      mapTexts(field, { usedIn: 'calculated', part: name.slice(0, maxPartCharacters), byText: false }, visit),
    ]),
  )
