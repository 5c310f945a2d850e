import type { DimensionType } from './column-types.ts'

const ofNumbers = /^(number|percent|currency|id|abbr|accounting)(_[0-6])?$/
const ofStrings = new Set(['link', 'imageUrl', 'id'])

/** Formats that the engine takes for a type; it refuses the whole model for any other. */
export const isFormatOf = (format: string, type: DimensionType): boolean =>
  type === 'number' ? ofNumbers.test(format) : type === 'string' && ofStrings.has(format)
