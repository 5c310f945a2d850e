import { expect, it } from 'vitest'
import { linesIn } from '#test'
import { mergeStreams } from './merge-streams.ts'

const never = new AbortController().signal

it('gives lines as they come, so many streams at once', async () => {
  let open = 0
  let most = 0
  const count = async function* (item: number) {
    most = Math.max(most, ++open)
    for (let turn = 0; turn < item; turn++) yield `${item}.${turn}`
    open--
  }

  const lines = await linesIn(mergeStreams([3, 1, 2], 2, never, count))

  expect(lines.toSorted()).toEqual(['1.0', '2.0', '2.1', '3.0', '3.1', '3.2'])
  expect([most, open]).toEqual([2, 0])
})

it('stops every stream when nobody reads on', async () => {
  const ended: string[] = []
  const wait = async function* (item: string, signal: AbortSignal) {
    try {
      if (item === 'first') yield item
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    } finally {
      ended.push(item)
    }
  }

  for await (const line of mergeStreams(['first', 'second'], 2, never, wait)) {
    expect(line).toBe('first')
    break
  }

  expect(ended.toSorted()).toEqual(['first', 'second'])
})
