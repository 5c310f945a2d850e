import { isObject } from './read-chart.ts'

const lists = ['layer', 'concat', 'hconcat', 'vconcat'] as const

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1)

/** How often the inner view is written out: `repeat` is a list, or lists by row, column and layer. */
const timesOf = (repeat: unknown): number =>
  isObject(repeat) ? Object.values(repeat).reduce<number>((product, list) => product * lengthOf(list), 1) : lengthOf(repeat)

/** How many views the compiler makes of one, every `repeat` written out. */
export const countViews = (view: unknown): number => {
  if (!isObject(view)) return 1
  const inLists = lists.flatMap((name) => (Array.isArray(view[name]) ? view[name].map(countViews) : []))
  const here = inLists.length > 0 ? inLists.reduce((sum, count) => sum + count, 0) : 1
  const inner = isObject(view['spec']) ? countViews(view['spec']) : here
  return view['repeat'] === undefined ? inner : timesOf(view['repeat']) * inner
}
