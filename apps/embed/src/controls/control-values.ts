export type Scalar = string | number | boolean | null

/** The values of a control as a list, however they were said. */
export const valuesOf = (value: unknown): readonly Scalar[] => {
  if (value === null || value === undefined || value === '') return []
  return (Array.isArray(value) ? value : [value]) as Scalar[]
}

/** The day of a moment, as native inputs take it: `2026-03-01T00:00:00.000` is `2026-03-01`. */
export const dayOf = (value: Scalar | undefined): string => /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0] ?? ''

/** A number as it was typed; nothing where it is none. */
export const numberOf = (text: string): number | null => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text))

const withoutValue = new Set(['is_null', 'is_not_null', 'is_empty', 'is_not_empty'])

/** Whether the operator is about two ends. */
export const isRange = (operator: string | null): boolean => operator === 'between'
export const takesValue = (operator: string | null): boolean => operator === null || !withoutValue.has(operator)
