export type News<Line> = AsyncIterable<Line> & {
  tell: (line: Line) => void
  /** Nothing is told after it; the last line is, unless nobody reads any more. */
  end: (last: Line) => void
}

/**
 * What one reader is told. One line waits at most, so that whoever reads slowly costs nothing: the newest takes the place of one that
 * was not fetched. `onLeave`, when the reader goes before the end. No generator: one that waits would not hear of its reader's leaving.
 */
export const createNews = <Line extends object>(onLeave: () => void): News<Line> => {
  let waiting: Line | undefined
  let isOver = false
  let resolve: ((result: IteratorResult<Line, undefined>) => void) | undefined
  const settle = (result: IteratorResult<Line, undefined>): void => {
    resolve?.(result)
    resolve = undefined
  }
  const tell = (line: Line): void => {
    if (isOver) return
    if (resolve) settle({ done: false, value: line })
    else waiting = line
  }
  const next = (): Promise<IteratorResult<Line, undefined>> => {
    const value = waiting
    waiting = undefined
    if (value) return Promise.resolve({ done: false, value })
    if (isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((settleNext) => {
      resolve = settleNext
    })
  }
  const leave = (): Promise<IteratorResult<Line, undefined>> => {
    waiting = undefined
    if (!isOver) onLeave()
    isOver = true
    settle({ done: true, value: undefined })
    return Promise.resolve({ done: true, value: undefined })
  }
  return {
    tell,
    end: (last) => {
      tell(last)
      isOver = true
    },
    [Symbol.asyncIterator]: () => ({ next, return: leave }),
  }
}
