export const rowHeightPx = 32
/** Title, head, totals and the line below, with what is between them. */
const aroundRowsPx = 160

/** Whether a table needs less than this height, and so can do without scrolling. */
export const isShortTable = (rowCount: number, heightPx: number): boolean => rowCount * rowHeightPx + aroundRowsPx <= heightPx
const overscan = 6

/** `isPart`: not all rows can be seen at once. */
export type RowWindow = { first: number; end: number; abovePx: number; belowPx: number; isPart: boolean }

/** Which rows are in sight, some more on either side, and the room that the others take. */
export const rowWindow = (rowCount: number, scrollTop: number, heightPx: number): RowWindow => {
  const top = Math.floor(Math.max(scrollTop, 0) / rowHeightPx)
  const first = Math.max(0, Math.min(top, rowCount) - overscan)
  const end = Math.min(rowCount, top + Math.ceil(heightPx / rowHeightPx) + overscan)
  // The head is as high as a row.
  const isPart = (rowCount + 1) * rowHeightPx > heightPx
  return { first, end, abovePx: first * rowHeightPx, belowPx: (rowCount - end) * rowHeightPx, isPart }
}
