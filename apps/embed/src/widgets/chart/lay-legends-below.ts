import { isObject } from '../../format/is-object.ts'
import type { VegaSpec } from './vega-spec.ts'

const [byHeight, byWidth] = ['clamp(height, 64, 200)', 'clamp(width, 64, 200)']

const below = { orient: 'bottom', direction: 'horizontal', columns: 3, offset: 10 }

const isPlaced = (legend: unknown): boolean => isObject(legend) && ('orient' in legend || 'direction' in legend)

/**
 * Puts the legends of a narrow chart below it, but for those that its author placed. The compiler makes a gradient as long as the plot
 * is high; below, it would take away the height it is measured by until nothing is left of the plot.
 */
export const layLegendsBelow = (vega: VegaSpec): VegaSpec => {
  const { legends, config } = vega
  if (!Array.isArray(legends) || (isObject(config) && isPlaced(config['legend']))) return vega
  return {
    ...vega,
    legends: legends.map((legend: unknown) => {
      if (!isObject(legend) || isPlaced(legend)) return legend
      const { gradientLength: length } = legend
      const isByHeight = isObject(length) && length['signal'] === byHeight
      return { ...below, ...legend, ...(isByHeight ? { gradientLength: { signal: byWidth } } : {}) }
    }),
  }
}
