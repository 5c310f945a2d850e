import type { Column, Snapshot } from '../widgets/types.ts'

export type ColumnFormat = NonNullable<NonNullable<NonNullable<Snapshot['preferences']>['columnFormats']>[string]>

/**
 * How numbers of a column are written, whatever the language. `decimals` null: those of the currency; for other kinds as many as the
 * number has, up to six.
 */
export type NumberStyle = {
  kind: 'number' | 'currency' | 'percent' | 'compact' | 'accounting' | 'id'
  decimals: number | null
  /** Whether zeros at the end are written. */
  isFixed: boolean
}

const plain: NumberStyle = { kind: 'number', decimals: null, isFixed: false }

const named: Readonly<Record<string, NumberStyle['kind']>> = {
  number: 'number',
  decimal: 'number',
  currency: 'currency',
  percent: 'percent',
  abbr: 'compact',
  accounting: 'accounting',
  id: 'id',
}

const ofName = (format: string): NumberStyle | null => {
  const [, name = '', decimals] = /^([a-z]+)(?:_([0-6]))?$/.exec(format) ?? []
  const kind = named[name]
  if (kind === undefined) return null
  if (kind === 'id') return { kind, decimals: 0, isFixed: false }
  // Amounts of one column have the same number of decimals, so that they align and a KPI equals its row in a table.
  const isAmount = kind === 'currency' || kind === 'accounting'
  if (decimals === undefined) return { kind, decimals: kind === 'currency' ? null : 2, isFixed: isAmount }
  return { kind, decimals: Number(decimals), isFixed: isAmount }
}

/** The part of the format language of d3 that data models use: `$,.2f`, `.1~%`, `.2s`, `(,.0f`. */
const ofSpecifier = (format: string): NumberStyle | null => {
  const found = /^(\()?(\$)?,?(?:\.(\d{1,2}))?(~)?([%fsd])?$/.exec(format)
  if (!found || format === '') return null
  const [, accounting, currency, decimals, trims, type] = found
  const kinds = { '%': 'percent', s: 'compact' } as const
  const signed = accounting === undefined ? 'number' : 'accounting'
  const kind = type === '%' || type === 's' ? kinds[type] : signed
  if (type === 'd') return { kind, decimals: 0, isFixed: false }
  return {
    kind: currency === undefined ? kind : 'currency',
    decimals: decimals === undefined ? null : Math.min(Number(decimals), 20),
    isFixed: trims === undefined && (decimals !== undefined || currency !== undefined),
  }
}

/** What the report says of a column comes first, then what the data model says. */
export const numberStyleOf = ({ format }: Pick<Column, 'format'>, preferred: ColumnFormat | undefined): NumberStyle => {
  if (preferred) {
    const { type, decimalPlaces } = preferred
    const isFixed = typeof decimalPlaces === 'number'
    return { kind: type, decimals: isFixed ? Math.min(Math.max(decimalPlaces, 0), 20) : 2, isFixed }
  }
  return format === null ? plain : (ofName(format) ?? ofSpecifier(format) ?? plain)
}
