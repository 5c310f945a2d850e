import type { Look } from '../types.ts'
import type { ChartRow } from './chart-rows.ts'
import type { Item } from './scene.ts'
import type { Place } from './tooltip.ts'
import type { VegaSpec } from './vega-spec.ts'

/** All that a chart is, as values. `currency`: what `$` means in its formats. */
export type ChartParts = { vega: VegaSpec; rows: readonly ChartRow[]; look: Look; description: string; currency: string | null }

export type ChartEvents = {
  /** The marks that the pointer is about or, `isSpoken`, the one that keys went to. */
  onMarks: (items: readonly Item[], place: Place, isSpoken: boolean) => void
  onChoose: (item: Item | null | undefined) => void
  onLeave: () => void
}

/** Where charts are drawn: in the page, or in a frame of no origin. */
export type Surface = {
  /** Settled once it is drawn. What it returns takes it away. */
  draw: (box: HTMLElement, parts: ChartParts, events: ChartEvents) => Promise<() => void>
  close: () => void
}
