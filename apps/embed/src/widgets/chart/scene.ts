/** Marks as they are drawn, in groups. */
export type Mark = { marktype: string; role?: string; items: readonly Item[] }

/** One of them. `datum` is the row that it was drawn for, where it is one of the data. Places are within the group around it. */
export type Item = {
  datum?: unknown
  tooltip?: unknown
  mark?: Mark
  items?: readonly Mark[]
  x?: number
  y?: number
  width?: number
  height?: number
  /** False for a point of a line that has no value. */
  defined?: boolean
  stroke?: unknown
  fill?: unknown
  bounds?: { x1: number; y1: number; x2: number; y2: number }
}
