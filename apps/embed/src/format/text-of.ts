/** A value as text, whatever it is. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : (JSON.stringify(value) ?? '')
}
