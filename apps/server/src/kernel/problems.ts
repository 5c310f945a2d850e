/** The most problems that are reported for one request. */
export const maxProblems = 20

/** The first problems. The others are not computed. */
export const firstProblems = <Problem>(problems: Iterable<Problem>): Problem[] => {
  const first: Problem[] = []
  for (const problem of problems) {
    first.push(problem)
    if (first.length === maxProblems) break
  }
  return first
}
