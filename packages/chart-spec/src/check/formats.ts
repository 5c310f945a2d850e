import { chartLimits } from './limits.ts'

/** A width of many digits would be padded with as many blanks; a quote would end the text that the compiler writes it into. */
export const isFormat = (written: string): boolean => written.length <= chartLimits.formatCharacters && !/\d{3}|["\\]/.test(written)
