import { isObject } from '../check/read-chart.ts'

/** Where Vega has expressions. Under `update` and `filter` only where they are texts. */
const expressionNames = new Set(['signal', 'expr', 'test', 'update', 'init', 'filter'])

/** What a signal or a data set begins with is not understood. */
const isBeginning = (owner: Record<string, unknown>, key: string): boolean =>
  typeof owner['name'] === 'string' && (key === 'value' || key === 'values')

type Found = (text: string) => unknown

/** A copy of a compiled chart with its expressions changed. */
export const mapExpressions = (vega: unknown, change: Found, isExpression = false): unknown => {
  if (typeof vega === 'string') return isExpression ? change(vega) : vega
  if (Array.isArray(vega)) return vega.map((entry) => mapExpressions(entry, change, isExpression))
  if (!isObject(vega)) return vega
  return Object.fromEntries(
    Object.entries(vega).map(([key, value]) => [
      key,
      isBeginning(vega, key) ? value : mapExpressions(value, change, expressionNames.has(key)),
    ]),
  )
}
