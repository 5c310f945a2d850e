const maxValues = 5000
const maxCharacters = 100_000

/**
 * Whether a JSON value is so large that its validation stops at the first problem. Looking for every problem makes an error object for each
 * wrong value, and tests patterns on strings that are already too long.
 */
export const isLarge = (value: unknown): boolean => {
  let [values, characters] = [0, 0]
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string') characters += next.length
    else if (typeof next === 'object' && next !== null) {
      const inner: unknown[] = Array.isArray(next) ? next : Object.values(next)
      values += inner.length
      if (values > maxValues) return true
      if (!Array.isArray(next)) for (const name of Object.keys(next)) characters += name.length
      pending.push(...inner)
    }
    if (characters > maxCharacters) return true
  }
  return false
}
