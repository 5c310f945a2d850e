export const rowHeightPx = 32
const overscan = 12

export type RowWindow = { first: number; end: number; abovePx: number; belowPx: number }

/** Which rows are in sight, some more on either side, and the room that the others take. */
export const rowWindow = (rowCount: number, scrollTop: number, heightPx: number): RowWindow => {
  const top = Math.floor(Math.max(scrollTop, 0) / rowHeightPx)
  const first = Math.max(0, Math.min(top, rowCount) - overscan)
  const end = Math.min(rowCount, top + Math.ceil(heightPx / rowHeightPx) + overscan)
  return { first, end, abovePx: first * rowHeightPx, belowPx: (rowCount - end) * rowHeightPx }
}
