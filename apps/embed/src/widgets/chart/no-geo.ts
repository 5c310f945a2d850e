/**
 * Stands in builds of the page for `d3-geo`, which the functions of expressions import for areas on a globe. The allow-list of charts has
 * none of those, and it weighs 4 kB.
 */
const refuse = (): never => {
  throw new Error('This page draws no maps.')
}

export const geoArea = refuse
export const geoBounds = refuse
export const geoCentroid = refuse
