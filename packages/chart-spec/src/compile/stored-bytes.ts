/** What the digits take that a number has beyond those that JSON writes: a database writes 1e300 out in full. */
const furtherBytes = (value: unknown): number => {
  if (typeof value === 'number') return value === 0 ? 0 : Math.ceil(Math.abs(Math.log10(Math.abs(value))))
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + furtherBytes(one), 0)
}

/** How many bytes it takes at most where it is kept. */
export const storedBytes = (vega: object): number => Buffer.byteLength(JSON.stringify(vega)) + furtherBytes(vega)
