const maxLength = 256
const control = /\p{Cc}/u

/** What is wrong with the id of an external user, said so that it follows the name of the field; null when nothing is. */
export const externalIdProblem = (externalId: string): string | null => {
  const length = Array.from(externalId).length
  if (length < 1 || length > maxLength) return `must have 1 to ${maxLength} characters; it has ${length}.`
  if (control.test(externalId)) return 'must not hold control characters.'
  const canonical = externalId.toLowerCase().trim()
  // Never folded here: two spellings of one person must not become two users, nor two people one.
  if (externalId !== canonical) return `must be lowercase and trimmed already: send ${JSON.stringify(canonical)}.`
  return null
}
