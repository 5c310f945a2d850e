/**
 * Optimal string alignment distance: the insertions, deletions, substitutions and swaps of neighbouring characters between two strings.
 * Returns `max + 1` for any greater distance, as soon as a row of the matrix shows it.
 */
export const editDistance = (from: string, to: string, max: number): number => {
  const tooFar = max + 1
  if (Math.abs(from.length - to.length) > max) return tooFar
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      current.push(distance)
      least = Math.min(least, distance)
    }
    // Values never decrease from row to row.
    if (least > max) return tooFar
    beforeLast = last
    last = current
  }
  return Math.min(last[to.length] ?? 0, tooFar)
}
