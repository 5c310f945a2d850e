export const median = (values: readonly number[]): number => {
  if (values.length === 0) throw new Error('No values: the median is undefined.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits))

/** The lowest and the highest value. */
export const spreadOf = (values: readonly number[]): [number, number] => [rounded(Math.min(...values)), rounded(Math.max(...values))]

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
