/** Ids of cell n start at n × 2^40, so two cells never make the same one. */
export const idsPerCell = 2 ** 40

/** What is wrong with taking a database for one of this cell, given its last id. */
export const findCellProblem = (lastId: number, cell: number): string | null => {
  const own = Math.floor(lastId / idsPerCell)
  return own === cell ? null : `FACET_CELL is ${cell}, but the ids of this database are of cell ${own}. Set it to ${own}.`
}
