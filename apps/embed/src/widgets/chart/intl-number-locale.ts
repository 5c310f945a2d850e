import { currencyOptions } from '../../format/format-number.ts'

type Write = (value: unknown) => string

/** The part of a locale of Vega that writes numbers. Specifiers are those of d3, such as `$,.2f`. */
export type NumberLocale = {
  format: (specifier: unknown) => Write
  formatPrefix: (specifier: unknown, value: number) => Write
  formatFloat: (specifier: unknown) => Write
  formatSpan: (start: number, stop: number, count: number, specifier: unknown) => Write
}

type Specifier = { isCurrency: boolean; hasGroups: boolean; precision: number | null; isTrimmed: boolean; type: '' | 'd' | 'f' | 's' | '%' }

/** Null for what `Intl` cannot write, such as padding or hexadecimal digits. */
const specifierOf = (text: unknown): Specifier | null => {
  if (text === undefined || text === null) return { isCurrency: false, hasGroups: true, precision: null, isTrimmed: false, type: 'f' }
  if (typeof text !== 'string') return null
  const [found, currency, groups, precision, trims, type = ''] = /^(\$)?(,)?(?:\.(\d{1,2}))?(~)?([dfs%])?$/.exec(text) ?? []
  if (found === undefined) return null
  return {
    isCurrency: currency !== undefined,
    hasGroups: groups !== undefined,
    precision: precision === undefined ? null : Math.min(Number(precision), 20),
    isTrimmed: trims !== undefined,
    type: type as Specifier['type'],
  }
}

// What d3 takes where a specifier names none.
const [usualDecimals, usualDigits] = [6, 12]

const digitsOf = ({ type, precision, isTrimmed }: Specifier): Intl.NumberFormatOptions => {
  if (type === 'd') return { maximumFractionDigits: 0 }
  if (type === '' || type === 's') {
    const most = Math.max(precision ?? usualDigits, 1)
    const least = type === 's' && precision !== null && !isTrimmed ? most : 1
    return { minimumSignificantDigits: least, maximumSignificantDigits: most }
  }
  const most = precision ?? usualDecimals
  return { minimumFractionDigits: isTrimmed ? 0 : most, maximumFractionDigits: most }
}

/** Of steps between ticks 1, 2 or 5 with any number of zeros. */
const exponentOf = (value: number): number => Math.floor(Math.log10(Math.abs(value)) + 1e-9)

const tickStepOf = (start: number, stop: number, count: number): number => {
  const raw = Math.abs(stop - start) / Math.max(count, 1)
  const power = 10 ** exponentOf(raw)
  const error = raw / power
  if (error >= Math.sqrt(50)) return 10 * power
  if (error >= Math.sqrt(10)) return 5 * power
  return error >= Math.SQRT2 ? 2 * power : power
}

/** As many digits as tell two ticks apart. */
const withTickPrecision = (specifier: Specifier, start: number, stop: number, count: number): Specifier => {
  const step = tickStepOf(start, stop, count)
  if (specifier.precision !== null || specifier.type === 'd' || !(step > 0)) return specifier
  const exponent = exponentOf(step)
  if (specifier.type === 's' || specifier.type === '') {
    const digits = exponentOf(Math.max(Math.abs(start), Math.abs(stop))) - exponent + 1
    return { ...specifier, precision: Math.max(digits, 1), isTrimmed: true }
  }
  return { ...specifier, precision: Math.max(0, -exponent - (specifier.type === '%' ? 2 : 0)) }
}

/**
 * Numbers of a chart as KPIs and tables write them: by `Intl`, in the language of the viewer. `currency`: what `$` stands for. Specifiers that
 * `Intl` cannot write are left to `fallback`.
 */
export const createIntlNumberLocale = (fallback: NumberLocale, locale: string, currency: string | null): NumberLocale => {
  const writing = (specifier: Specifier): Write => {
    const { type, isCurrency, hasGroups } = specifier
    const format = new Intl.NumberFormat(locale, {
      ...digitsOf(specifier),
      ...(type === 's' ? { notation: 'compact' } : { useGrouping: hasGroups }),
      ...(type === '%' ? { style: 'percent' } : {}),
      ...(isCurrency ? currencyOptions(currency) : {}),
      signDisplay: 'negative',
    })
    return (value) => format.format(Number(value))
  }
  return {
    format: (text) => {
      const specifier = specifierOf(text)
      return specifier ? writing(specifier) : fallback.format(text)
    },
    formatPrefix: (text, value) => fallback.formatPrefix(text, value),
    formatFloat: (text) => {
      const specifier = specifierOf(text ?? ',')
      if (!specifier || specifier.type === '%') return fallback.formatFloat(text)
      return writing(specifier.precision === null ? { ...specifier, type: specifier.type === 's' ? 's' : '' } : specifier)
    },
    formatSpan: (start, stop, count, text) => {
      const specifier = specifierOf(text)
      return specifier ? writing(withTickPrecision(specifier, start, stop, count)) : fallback.formatSpan(start, stop, count, text)
    },
  }
}
