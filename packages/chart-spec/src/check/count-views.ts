import { isObject } from './read-chart.ts'

const lists = ['layer', 'concat', 'hconcat', 'vconcat'] as const

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1)

/** How often the inner view is written out: `repeat` is a list, or lists by row, column and layer. */
const timesOf = (repeat: unknown): number =>
  isObject(repeat) ? Object.values(repeat).reduce<number>((product, list) => product * lengthOf(list), 1) : lengthOf(repeat)

/** How many views the compiler makes of one, every `repeat` written out. Which of several forms it takes for meant is its own choice: all count. */
export const countViews = (view: unknown): number => {
  if (!isObject(view)) return 1
  const inside = [
    ...lists.flatMap((name) => (Array.isArray(view[name]) ? (view[name] as unknown[]) : [])),
    ...(isObject(view['spec']) ? [view['spec']] : []),
  ]
  const here = inside.reduce<number>((sum, one) => sum + countViews(one), 0)
  return (view['repeat'] === undefined ? 1 : timesOf(view['repeat'])) * Math.max(1, here)
}
