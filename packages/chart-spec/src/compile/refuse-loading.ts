import { isObject } from '../check/read-chart.ts'

const loading = new Set(['url', 'href', 'loader', 'usermeta'])

/** Looks once more at what the compiler made: nothing in it may load or link, whichever way it came in. */
export const loadsIn = (vega: unknown): string | null => {
  if (Array.isArray(vega)) {
    for (const entry of vega) {
      const found = loadsIn(entry)
      if (found !== null) return found
    }
    return null
  }
  if (!isObject(vega)) return null
  if (vega['type'] === 'image') return 'image'
  for (const [key, value] of Object.entries(vega)) {
    if (loading.has(key)) return key
    const found = key === 'values' ? null : loadsIn(value)
    if (found !== null) return found
  }
  return null
}
