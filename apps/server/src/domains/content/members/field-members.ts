import { isObject, type JsonObject, maxDepth } from './documents.ts'
import { cubeOf, mapMember, memberIn, type Place, type VisitMember } from './member-form.ts'

/** Fields that say a member wherever clients have them. */
const memberFields = new Set(
  'member members dimension dimensions measure measures timeDimension timeDimensions segment segments field fields excludedDimensions'.split(
    ' ',
  ),
)
/** A filter may say the two halves of a member apart. */
const cubeFields = ['view', 'cube']
const halfFields = ['dimension', 'member', 'measure']

type Walk = { place: Place; visit: VisitMember; isKnownCube: (cube: string) => boolean }

const visitText = (text: string, isField: boolean, { place, visit, isKnownCube }: Walk): string => {
  const member = memberIn(text)
  return member !== null && (isField || isKnownCube(cubeOf(member))) ? mapMember(text, place, visit) : text
}

/** `{ view: 'orders', dimension: 'status' }` is `orders.status`. */
const halvesIn = (object: JsonObject, { place, visit }: Walk): JsonObject => {
  const cubeField = cubeFields.find((field) => typeof object[field] === 'string')
  const halfField = halfFields.find((field) => typeof object[field] === 'string' && !object[field].includes('.'))
  if (cubeField === undefined || halfField === undefined) return {}
  const member = memberIn(`${String(object[cubeField])}.${String(object[halfField])}`)
  if (member === null) return {}
  const next = visit({ ...place, member })
  const cube = cubeOf(next)
  return next === member ? {} : { [cubeField]: cube, [halfField]: next.slice(cube.length + 1) }
}

const walk = (value: unknown, isField: boolean, depth: number, way: Walk): unknown => {
  if (typeof value === 'string') return visitText(value, isField, way)
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((entry) => walk(entry, isField, depth + 1, way))
  if (!isObject(value)) return value
  const halves = halvesIn(value, way)
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      visitText(key, false, way),
      Object.hasOwn(halves, key) ? halves[key] : walk(entry, memberFields.has(key), depth + 1, way),
    ]),
  )
}

const nowhere: Place = { usedIn: 'chart', part: null, byText: false }

/** The cubes that fields of a document name. */
export const cubesNamed = (document: unknown): Set<string> => {
  const cubes = new Set<string>()
  const visit: VisitMember = ({ member }) => {
    cubes.add(cubeOf(member))
    return member
  }
  walk(document, false, 0, { place: nowhere, visit, isKnownCube: () => false })
  return cubes
}

/**
 * A document that clients keep as they like: a field that is called so holds members, and elsewhere a text or a name is one only when its
 * cube is known from what the document belongs to. A picture `logo.png` is none.
 */
export const mapDocument = (document: unknown, place: Place, visit: VisitMember, cubes: ReadonlySet<string>): unknown => {
  const known = new Set([...cubes, ...cubesNamed(document)])
  return walk(document, false, 0, { place, visit, isKnownCube: (cube) => known.has(cube) })
}
