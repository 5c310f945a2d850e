import type { ReportSnapshot } from '@facet/contract'

type Forms = Pick<ReportSnapshot, 'kind' | 'spec' | 'preferences' | 'fillMissingRows' | 'periodComparisons'>
type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isInteger: Test = (value) => Number.isSafeInteger(value)
const oneOf =
  (...words: string[]): Test =>
  (value) =>
    words.includes(String(value)) && isText(value)
const maybe =
  (test: Test): Test =>
  (value) =>
    value == null || test(value)
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const recordOf =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.values(value).every(test)
const shape =
  (fields: Record<string, Test>): Test =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, test]) => test(value[name]))

/** What of a report's meta has a place of its own in a snapshot, and the form that it must have for that. */
const forms: Record<keyof Forms, Test> = {
  kind: oneOf('vega', 'table', 'kpi', 'html', 'map'),
  spec: (value) => isText(value) || isObject(value),
  preferences: shape({
    columnFormats: maybe(recordOf(shape({ type: oneOf('currency', 'percent', 'number'), decimalPlaces: maybe(isInteger) }))),
  }),
  fillMissingRows: shape({ member: isText, excludedDimensions: maybe(listOf(isText)) }),
  periodComparisons: listOf(
    shape({ measure: isText, timeDimension: isText, offset: shape({ amount: isInteger, unit: isText }), outputs: maybe(listOf(isText)) }),
  ),
}

/** Meta is the client's: what has another form is in `meta` alone. */
export const formsIn = (meta: Record<string, unknown> | null): Forms =>
  Object.fromEntries(Object.entries(forms).flatMap(([name, test]) => (meta && test(meta[name]) ? [[name, meta[name]]] : [])))
