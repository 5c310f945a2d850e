import type { ErrorObject } from 'ajv'

const isAt = (path: string, keyword: string, error: ErrorObject): boolean => error.instancePath === path && error.keyword === keyword

const isWithin = (path: string, { instancePath }: ErrorObject): boolean => instancePath === path || instancePath.startsWith(`${path}/`)

const joined = (first: ErrorObject, all: readonly ErrorObject[]): ErrorObject => {
  const types = new Set(all.map(({ params }) => String(params['type'])))
  return { ...first, message: `must be ${[...types].join(' or ')}` }
}

const mergeUnionErrors = (errors: readonly ErrorObject[], path: string): readonly ErrorObject[] => {
  const others = errors.filter((error) => !isAt(path, 'anyOf', error) && !isAt(path, 'type', error))
  if (others.some((error) => isWithin(path, error))) return others
  const ofTypes = errors.filter((error) => isAt(path, 'type', error))
  const [first] = ofTypes
  return first ? [...others, joined(first, ofTypes)] : errors
}

/**
 * A value that fits no branch of a union is reported for each of them and for the union: one mistake, three reports. Where a branch is of
 * its type and something else is wrong, that is the mistake; where none is, it is the type.
 */
export const reportUnionsOnce = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const paths = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath))
  return [...paths].reduce(mergeUnionErrors, errors)
}
