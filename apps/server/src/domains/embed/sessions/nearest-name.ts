/** How many letters must be added, removed, replaced or swapped to get from one name to the other. */
const distance = (from: string, to: string): number => {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (__, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwapped) best = Math.min(best, at(row - 2, column - 2) + 1)
      const line = rows[row]
      if (line) line[column] = best
    }
  }
  return at(from.length, to.length)
}

const maxLength = 60
// Shorter beginnings say too little of what was meant.
const leastBeginning = 5

/** The known name someone most likely meant, or nothing when none is near. */
export const nearestName = (sent: string, known: readonly string[]): string | undefined => {
  if (sent.length > maxLength) return undefined
  const folded = sent.toLowerCase().replaceAll(/[_-]/g, '')
  const [best] = known.map((name) => ({ name, far: distance(folded, name.toLowerCase()) })).toSorted((a, b) => a.far - b.far)
  if (best && best.far <= Math.max(2, Math.floor(sent.length / 3))) return best.name
  // A name cut short is often further away by letters than any slip of the hand: embedTenant for embedTenantName.
  const begun = known.filter((name) => folded.length >= leastBeginning && name.toLowerCase().startsWith(folded))
  return begun.toSorted((a, b) => a.length - b.length)[0]
}
