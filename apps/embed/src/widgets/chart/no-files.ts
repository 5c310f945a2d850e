/**
 * Stands in builds of the page for `d3-dsv` and `topojson-client`, with which Vega reads files of data. Charts have rows, and the
 * allow-list has no format of data.
 */
const refuse = (): never => {
  throw new Error('This page reads no files of data.')
}

export const dsvFormat = refuse
export const feature = refuse
export const mesh = refuse
