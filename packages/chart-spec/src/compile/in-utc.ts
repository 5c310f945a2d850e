import { type Chart, isObject } from '../check/read-chart.ts'
import { mapExpressions } from './expressions.ts'
import { mapChart } from './map-chart.ts'

const inUtc = (unit: string): string => (/^(?:utc|binnedutc)/.test(unit) ? unit : unit.replace(/^(binned)?/, '$1utc'))

const unitInUtc = (unit: unknown): unknown => {
  if (typeof unit === 'string') return inUtc(unit)
  return isObject(unit) ? { ...unit, utc: true } : unit
}

/** A channel of times that says nothing of its scale, or that it is one of times. */
const channelInUtc = (channel: unknown): unknown => {
  if (!isObject(channel) || channel['type'] !== 'temporal' || channel['field'] === undefined) return channel
  const { scale } = channel
  const type = isObject(scale) ? scale['type'] : undefined
  if (scale === null || (type === undefined ? channel['timeUnit'] !== undefined : type !== 'time')) return channel
  return { ...channel, scale: { ...(isObject(scale) ? scale : {}), type: 'utc' } }
}

const positions = new Set(['x', 'y', 'color', 'fill', 'stroke', 'opacity', 'size'])

/** Times arrive as wall clock without a zone, read as UTC: in the zone of the browser they would be others. */
export const withTimesInUtc = (chart: Chart): Chart =>
  mapChart(chart, ({ key, value }) => {
    if (key === 'timeUnit') return unitInUtc(value)
    return positions.has(key) ? channelInUtc(value) : value
  })

const localParts = 'year|quarter|month|week|date|day|dayofyear|hours|minutes|seconds|milliseconds'
// Texts are passed over: what is written there is no call.
const localCall = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|(?<![\\w$.])(?:(${localParts})|(datetime)|time(Format|Offset|Parse))(?=\\s*\\()`,
  'g',
)

/** Functions of the browser's zone become those of UTC: the compiler uses them for times in texts and tooltips, authors in expressions. */
export const withCallsInUtc = (vega: unknown): unknown =>
  mapExpressions(vega, (text) =>
    text.replaceAll(localCall, (found, part?: string, datetime?: string, name?: string) => {
      if (part !== undefined) return `utc${part}`
      if (datetime !== undefined) return 'utc'
      return name === undefined ? found : `utc${name}`
    }),
  )
