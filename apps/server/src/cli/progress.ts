import type { Say } from './command.ts'

const firstMs = 2000
const everyMs = 5000

/** Says what is going on when it takes longer than a moment, and again every few seconds. `what` is asked each time. */
export const withProgress = async <T>(tell: Say, what: () => string, work: () => Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  const say = (): void => {
    tell(`${what()} (${Math.round((performance.now() - startedMs) / 1000)} s so far)`)
    timer = setTimeout(say, everyMs)
  }
  let timer = setTimeout(say, firstMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
