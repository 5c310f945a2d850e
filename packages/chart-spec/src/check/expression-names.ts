const words = (text: string): ReadonlySet<string> => new Set(text.match(/\S+/g))

/**
 * Functions of Vega expressions that compute a value of what they are given. Not among them: what reads other data or the page, logs,
 * repeats, or runs a pattern that can take for ever.
 */
export const allowedFunctions = words(`
  isArray isBoolean isDate isDefined isNumber isObject isString isValid isNaN isFinite toBoolean toDate toNumber toString if
  abs acos asin atan atan2 ceil clamp cos exp floor hypot log max min pow round sin sqrt tan
  now datetime date day dayofyear year quarter month week hours minutes seconds milliseconds time timezoneoffset timeOffset utcOffset
  utc utcdate utcday utcdayofyear utcyear utcquarter utcmonth utcweek utchours utcminutes utcseconds utcmilliseconds
  dayFormat dayAbbrevFormat monthFormat monthAbbrevFormat timeUnitSpecifier timeFormat utcFormat
  extent indexof inrange join lastindexof length lerp peek reverse slice span
  lower upper trim truncate substring split replace parseFloat parseInt
  format rgb hsl lab hcl luminance contrast scale invert domain range bandwidth
`)

/** What an expression may name beside the parameters of its chart. */
export const allowedIdentifiers = words(`
  datum parent width height
  E LN2 LN10 LOG2E LOG10E MAX_VALUE MIN_VALUE NaN PI SQRT1_2 SQRT2 null true false undefined
`)

/** Names that every object has behind its data, and that it is converted by. */
export const machinery = words(`
  __proto__ prototype constructor __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ toString valueOf
`)

/** Reaching for these leads from a value to the machinery behind it. */
export const refusedMembers: ReadonlySet<string> = new Set([...machinery, ...words('view dataflow context caller callee arguments')])
