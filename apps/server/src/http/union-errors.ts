import type { ErrorObject } from 'ajv'

const isAt = (place: string, keyword: string, error: ErrorObject): boolean => error.instancePath === place && error.keyword === keyword

const isWithin = (place: string, { instancePath }: ErrorObject): boolean => instancePath === place || instancePath.startsWith(`${place}/`)

const joined = (first: ErrorObject, all: readonly ErrorObject[]): ErrorObject => {
  const types = new Set(all.map(({ params }) => String(params['type'])))
  return { ...first, message: `must be ${[...types].join(' or ')}` }
}

const tellOnce = (errors: readonly ErrorObject[], place: string): readonly ErrorObject[] => {
  const others = errors.filter((error) => !isAt(place, 'anyOf', error) && !isAt(place, 'type', error))
  if (others.some((error) => isWithin(place, error))) return others
  const ofTypes = errors.filter((error) => isAt(place, 'type', error))
  const [first] = ofTypes
  return first ? [...others, joined(first, ofTypes)] : errors
}

/**
 * A value that fits no branch of a union is reported for each of them and for the union: one mistake, three reports. Where a branch is of
 * its type and something else is wrong, that is the mistake; where none is, it is the type.
 */
export const reportUnionsOnce = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const places = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath))
  return [...places].reduce(tellOnce, errors)
}
