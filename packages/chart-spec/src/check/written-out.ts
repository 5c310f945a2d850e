import { isObject } from './read-chart.ts'

const lists = ['layer', 'concat', 'hconcat', 'vconcat'] as const

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1)

/** How often the inner view is written out: `repeat` is a list, or lists by row, column and layer. */
const timesOf = (repeat: unknown): number =>
  isObject(repeat) ? Object.values(repeat).reduce<number>((product, list) => product * lengthOf(list), 1) : lengthOf(repeat)

/** What the compiler makes of a chart, every `repeat` written out. */
type Written = { views: number; transforms: number; params: number }

const innerOf = (view: Record<string, unknown>): unknown[] => [
  ...lists.flatMap((name) => (Array.isArray(view[name]) ? (view[name] as unknown[]) : [])),
  ...(isObject(view['spec']) ? [view['spec']] : []),
]

const ownOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** Which of several forms of a view is meant is the compiler's choice: all of them count. */
export const writtenOut = (view: unknown): Written => {
  if (!isObject(view)) return { views: 1, transforms: 0, params: 0 }
  const inner = innerOf(view).map(writtenOut)
  const sumOf = (what: keyof Written): number => inner.reduce((sum, one) => sum + one[what], 0)
  const times = view['repeat'] === undefined ? 1 : timesOf(view['repeat'])
  return {
    views: times * Math.max(1, sumOf('views')),
    transforms: times * (ownOf(view['transform']) + sumOf('transforms')),
    params: times * (ownOf(view['params']) + sumOf('params')),
  }
}
