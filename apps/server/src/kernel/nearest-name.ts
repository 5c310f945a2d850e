import { editDistance } from './levenshtein.ts'

const maxNameLength = 60
// A shorter prefix fits too many names.
const minPrefixLength = 5
const maxSuggestions = 3

const fold = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** A third of the longer name may differ. */
const maxDistance = (a: string, b: string): number => Math.max(1, Math.floor(Math.max(a.length, b.length) / 3))

const nearestByDistance = (typed: string, known: readonly string[]): string | undefined => {
  let nearest: { name: string; distance: number } | undefined
  for (const name of known) {
    const folded = fold(name)
    const max = Math.min(maxDistance(typed, folded), (nearest?.distance ?? Number.POSITIVE_INFINITY) - 1)
    const distance = editDistance(typed, folded, max)
    if (distance <= max) nearest = { name, distance }
  }
  return nearest?.name
}

/** The known name that was probably meant: the nearest one, or the shortest that the typed name abbreviates (`embedTenant`). */
export const nearestName = (typed: string, known: readonly string[]): string | undefined => {
  if (typed.length > maxNameLength) return undefined
  const folded = fold(typed)
  const nearest = nearestByDistance(folded, known)
  if (nearest !== undefined || folded.length < minPrefixLength) return nearest
  return known.filter((name) => fold(name).startsWith(folded)).toSorted((a, b) => a.length - b.length)[0]
}

export type SuggestName = (typed: string, known: readonly string[]) => string | undefined

/** Suggests names for the first three unknown names of a request. Any caller can send thousands. */
export const createSuggestName = (): SuggestName => {
  let left = maxSuggestions
  return (typed, known) => (left-- > 0 ? nearestName(typed, known) : undefined)
}
