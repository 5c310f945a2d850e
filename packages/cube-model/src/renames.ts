import { type Entity, isMember, type Part } from './model.ts'

const byKey = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : Number(one > other))

const sorted = (props: Map<string, string>): string => JSON.stringify([...props].toSorted(byKey))

const partSignature = (part: Part): string => JSON.stringify([part.kind, part.isPublic, part.isPrimaryKey, part.source, sorted(part.props)])

/** Everything of an entity but its name and place, so that a new name for the same thing can be told from a new thing. */
export const entitySignature = (entity: Entity): string => {
  const parts = [...entity.parts].map(([key, part]): [string, string] => [key, partSignature(part)]).toSorted(byKey)
  return JSON.stringify([entity.kind, entity.isPublic, sorted(entity.props), parts, entity.policies.map(({ text }) => text)])
}

/** Pairs those that have the same signature, where it is the only one of its kind on both sides. */
const pairUp = <T>(removed: T[], added: T[], signature: (thing: T) => string): [T, T][] => {
  const index = (things: T[]): Map<string, T | null> => {
    const bySignature = new Map<string, T | null>()
    for (const thing of things) bySignature.set(signature(thing), bySignature.has(signature(thing)) ? null : thing)
    return bySignature
  }
  const now = index(added)
  return [...index(removed)].flatMap(([key, before]) => {
    const after = now.get(key)
    return before && after ? [[before, after] satisfies [T, T]] : []
  })
}

/** An entity that could not be read whole is never taken for another. */
export const pairRenamedEntities = (removed: Entity[], added: Entity[]): [Entity, Entity][] => {
  const isSure = (entity: Entity): boolean => !entity.isUncertain && entity.parts.size > 0
  return pairUp(removed.filter(isSure), added.filter(isSure), entitySignature)
}

/** Members whose sql is all they are made of; one without it, such as a bare count, is known by its name alone. */
export const pairRenamedParts = (removed: Part[], added: Part[], cubes: Map<string, string>): [Part, Part][] => {
  const isTelling = (part: Part): boolean => isMember(part) && (part.props.has('sql') || part.source !== undefined)
  const moved = (part: Part): Part => (part.source === undefined ? part : { ...part, source: movedSource(part.source, cubes) })
  return pairUp(removed.filter(isTelling), added.filter(isTelling), (part) => partSignature(moved(part)))
}

/** The source of a view's member under the new names of cubes and of their members. */
export const movedSource = (source: string, names: Map<string, string>): string => {
  const path = source.split('.')
  const cube = path.at(-2) ?? ''
  const member = names.get(`${cube}.${path.at(-1)}`) ?? path.at(-1) ?? ''
  return [...path.slice(0, -1).map((step) => names.get(step) ?? step), member].join('.')
}
