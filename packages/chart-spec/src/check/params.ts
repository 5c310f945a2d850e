import { allowedFunctions, allowedIdentifiers, refusedMembers } from './expression-names.ts'
import { chartLimits } from './limits.ts'
import type { ChartProblem } from './problem.ts'
import { isObject } from './read-chart.ts'

const form = /^[A-Za-z_]\w{0,63}$/
const taken = new Set(['event', 'item', 'group', 'window', 'cursor', 'padding', 'background', 'autosize', 'data', 'unit'])

const isFree = (name: string): boolean =>
  form.test(name) && !taken.has(name) && !allowedIdentifiers.has(name) && !allowedFunctions.has(name) && !refusedMembers.has(name)

const collect = (value: unknown, depth: number, names: string[]): void => {
  if (depth > chartLimits.depth) return
  if (Array.isArray(value)) for (const entry of value) collect(entry, depth + 1, names)
  if (!isObject(value)) return
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'params' && Array.isArray(entry)) names.push(...entry.filter(isObject).map(({ name }) => String(name)))
    collect(entry, depth + 1, names)
  }
}

/** The parameters that a chart declares, anywhere in it: what its expressions may name. */
export const declaredParams = (chart: unknown): Set<string> | ChartProblem => {
  const names: string[] = []
  collect(chart, 0, names)
  const wrong = names.find((name) => !isFree(name))
  return wrong === undefined ? new Set(names) : { at: '', what: `declares the parameter "${wrong.slice(0, 100)}", a name that is not free` }
}
