type Step<Line> = { stream: AsyncGenerator<Line>; result: IteratorResult<Line> }

/**
 * The lines of several streams as they come, so many streams at once. Each goes on when its line was taken, so that nothing piles up for
 * whoever reads slowly. Whoever stops reading stops all of them.
 */
export async function* mergeStreams<Item, Line>(
  items: readonly Item[],
  atOnce: number,
  signal: AbortSignal,
  open: (item: Item, signal: AbortSignal) => AsyncGenerator<Line>,
): AsyncGenerator<Line> {
  const leaving = new AbortController()
  const ending = AbortSignal.any([signal, leaving.signal])
  const waiting = [...items]
  const active = new Map<AsyncGenerator<Line>, Promise<Step<Line>>>()
  const advance = (stream: AsyncGenerator<Line>): void => {
    const step = stream.next().then((result) => ({ stream, result }))
    // What fails while nobody waits for it is told to who waits next.
    step.catch(() => undefined)
    active.set(stream, step)
  }
  const fill = (): void => {
    while (active.size < atOnce && waiting.length > 0) advance(open(waiting.shift() as Item, ending))
  }
  try {
    fill()
    while (active.size > 0) {
      const { stream, result } = await Promise.race(active.values())
      if (result.done) {
        active.delete(stream)
        fill()
      } else {
        yield result.value
        advance(stream)
      }
    }
  } finally {
    leaving.abort(new Error('Nobody reads the stream any more.'))
    await Promise.allSettled([...active.keys()].map((stream) => stream.return(undefined)))
  }
}
