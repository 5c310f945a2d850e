import type { NumberStyle } from './number-style.ts'
import { textOf } from './text-of.ts'

// Cells show what was counted; a repeating fraction has no more to say after so many places.
const maxDecimals = 6

/** Where the data model names no currency the engine means dollars of whichever country; one that is named is told from others. */
export const currencyOptions = (currency: string | null): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency: currency ?? 'USD',
  currencyDisplay: currency === null ? 'narrowSymbol' : 'symbol',
})

const digitsOf = ({ kind, decimals, isFixed }: NumberStyle): Intl.NumberFormatOptions => {
  // The currency says how many decimals it has: the yen none, the dollar two.
  if (isFixed && decimals === null && kind === 'currency') return {}
  const most = decimals ?? maxDecimals
  return { minimumFractionDigits: isFixed ? most : 0, maximumFractionDigits: most }
}

const optionsOf = (style: NumberStyle, currency: string | null): Intl.NumberFormatOptions => {
  const digits = digitsOf(style)
  switch (style.kind) {
    case 'currency':
      return { ...digits, ...currencyOptions(currency) }
    case 'percent':
      return { ...digits, style: 'percent' }
    case 'compact':
      return { ...digits, notation: 'compact' }
    case 'id':
      return { ...digits, useGrouping: false }
    case 'number':
    case 'accounting':
      return digits
    default:
      return style.kind
  }
}

const decimalText = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number as `Intl` takes it without losing digits: text stays text. Null where it is none. */
export const numericOf = (value: unknown): number | `${number}` | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && decimalText.test(value) ? (value as `${number}`) : null
}

/** Writes numbers in a language. Text that holds a decimal keeps every digit; what is no number is written as it is. */
export const createNumberFormat = (locale: string, style: NumberStyle, currency: string | null = null): ((value: unknown) => string) => {
  // What is rounded to zero has no sign.
  const format = new Intl.NumberFormat(locale, { ...optionsOf(style, currency), signDisplay: 'negative' })
  return (value) => {
    const number = numericOf(value)
    if (number === null) return textOf(value)
    // Sums of fractions end in the noise of binary digits.
    const text = format.format(typeof number === 'number' ? Number(number.toPrecision(15)) : number)
    const unsigned = text.replace(/^[-−\u200e]+/, '')
    return style.kind === 'accounting' && unsigned !== text ? `(${unsigned})` : text
  }
}
