import { type Chart, isObject } from '../check/read-chart.ts'
import { mapChart } from './map-chart.ts'

const inUtc = (unit: string): string => (/^(?:utc|binnedutc)/.test(unit) ? unit : unit.replace(/^(binned)?/, '$1utc'))

const unitInUtc = (unit: unknown): unknown => {
  if (typeof unit === 'string') return inUtc(unit)
  return isObject(unit) ? { ...unit, utc: true } : unit
}

/** A channel of times that says nothing of its scale. */
const channelInUtc = (channel: unknown): unknown => {
  if (!isObject(channel) || channel['type'] !== 'temporal' || channel['field'] === undefined || channel['timeUnit'] !== undefined)
    return channel
  const { scale } = channel
  if (scale === null || (isObject(scale) && scale['type'] !== undefined)) return channel
  return { ...channel, scale: { ...(isObject(scale) ? scale : {}), type: 'utc' } }
}

const positions = new Set(['x', 'y', 'color', 'fill', 'stroke', 'opacity', 'size'])

/** Times arrive as wall clock without a zone, read as UTC: in the zone of the browser they would be others. */
export const withTimesInUtc = (chart: Chart): Chart =>
  mapChart(chart, ({ key, value }) => {
    if (key === 'timeUnit') return unitInUtc(value)
    return positions.has(key) ? channelInUtc(value) : value
  })
