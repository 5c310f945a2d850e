import { isEventStream, isToggle } from './events.ts'
import { isFormat } from './formats.ts'
import { isObject } from './read-chart.ts'

/** Says what is wrong with a value; null if nothing is. */
type Rule = (value: unknown) => string | null

const rule =
  (isGood: (value: unknown) => boolean, otherwise: string): Rule =>
  (value) =>
    isGood(value) ? null : otherwise

const oneOf = (...words: unknown[]): Rule => rule((value) => words.includes(value), `is none of ${words.map(String).join(', ')}`)

/** Rows come from the query of the report, under whatever name; what is written down in a chart itself does no harm. */
const isData = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    Object.entries(value).every(
      ([key, entry]) => (key === 'name' && typeof entry === 'string') || (key === 'values' && Array.isArray(entry)),
    ))

const isNoPicture = (value: unknown): boolean => value !== 'image' && !(isObject(value) && value['type'] === 'image')
const data = rule(isData, 'is neither { "name": … } nor { "values": […] }; rows come from the query of the report')
const mark = rule(isNoPicture, 'is image, which loads addresses')
const stream = rule(isEventStream, 'is no event inside of the chart')
/** Of a selection they are events, of a projection a number or two. */
const movement = rule(
  (value) => isEventStream(value) || (Array.isArray(value) ? value : [value]).every((entry) => typeof entry === 'number'),
  'is no event inside of the chart',
)
const formatType = oneOf('number', 'time')

/** Of these the compiler makes expressions as they are written. */
const part = rule((value) => typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value)), 'is no number of a date')
const namedPart = rule(
  (value) => typeof value === 'number' || (typeof value === 'string' && /^(?:\d{1,9}|[A-Za-z]{3,9})$/.test(value)),
  'is neither a number nor a name of a month or a day',
)
/** A cursor may be a picture, so no expression may say which. */
const cursor = rule((value) => typeof value === 'string' && /^[a-z-]{1,20}$/.test(value), 'is no name of a cursor')
const textAlone = rule((value) => typeof value === 'string', 'is no text')
const format = rule((value) => value === null || (typeof value === 'string' && isFormat(value)), 'is no format that charts may have')
/** As often as this nobody reads marks of an axis, and over years there would be no end of them. */
const tooFine = /^(?:utc)?(?:milli)?seconds?$/
const tickCount = rule(
  (value) => !tooFine.test(String(isObject(value) ? value['interval'] : value)),
  'is an interval that makes ticks without end',
)
const keyvals = rule((value) => Array.isArray(value), 'is no list of values')

export const valueRules: ReadonlyMap<string, Rule> = new Map([
  ['data', data],
  ['mark', mark],
  ['type', mark],
  ['on', stream],
  ['clear', stream],
  ['translate', movement],
  ['zoom', movement],
  ['toggle', rule(isToggle, 'is no key that is held')],
  ['bind', oneOf('scales', 'legend')],
  ['formatType', formatType],
  ['numberFormatType', formatType],
  ['normalizedNumberFormatType', formatType],
  ['timeFormatType', formatType],
  ['keyvals', keyvals],
  ['expr', textAlone],
  ['calculate', textAlone],
  ['labelExpr', textAlone],
  ['cursor', cursor],
  ['tickCount', tickCount],
  ...['format', 'numberFormat', 'timeFormat', 'normalizedNumberFormat'].map((name) => [name, format] as const),
  ...['year', 'quarter', 'date', 'hours', 'minutes', 'seconds', 'milliseconds'].map((name) => [name, part] as const),
  ...['month', 'day'].map((name) => [name, namedPart] as const),
])

/** Styles load what they name so, a cursor and a filling among them. */
export const loadsSomething = (text: string): boolean => /url\s*\(|image-set\s*\(|@import|javascript:/i.test(text)
