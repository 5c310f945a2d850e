import { expect, it, vi } from 'vitest'
import { createNews } from './news.ts'

it('keeps the newest line for whoever reads slowly, and the last in any case', async () => {
  const news = createNews<{ at: number }>(() => undefined)

  news.tell({ at: 1 })
  news.tell({ at: 2 })
  news.end({ at: 3 })
  news.tell({ at: 4 })

  const read: { at: number }[] = []
  for await (const line of news) read.push(line)
  expect(read).toEqual([{ at: 3 }])
})

it('lets a reader go that waits for a line', async () => {
  const onLeave = vi.fn<() => void>()
  const news = createNews<{ at: number }>(onLeave)
  const reader = news[Symbol.asyncIterator]()
  const waiting = reader.next()

  await reader.return?.()
  news.end({ at: 1 })

  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await reader.next()).toEqual({ done: true, value: undefined })
  expect(onLeave).toHaveBeenCalledOnce()
})
