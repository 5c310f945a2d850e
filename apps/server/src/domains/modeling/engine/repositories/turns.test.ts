import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

it('lets one in at a time, in the order they came', async () => {
  const turns = createTurns()
  const order: number[] = []
  const visit = async (number: number): Promise<void> => {
    const release = await turns.take('a', never)
    order.push(number)
    await Promise.resolve()
    release()
  }

  await Promise.all([1, 2, 3, 4].map(visit))

  expect(order).toEqual([1, 2, 3, 4])
})

it('does not let one name wait for another', async () => {
  const turns = createTurns()

  await turns.take('a', never)

  await expect(turns.take('b', never)).resolves.toBeTypeOf('function')
})

it('lets whoever gives up leave the line, and those behind move up', async () => {
  const turns = createTurns()
  const release = await turns.take('a', never)
  const giving = new AbortController()
  const left = turns.take('a', giving.signal)
  const behind = turns.take('a', never)

  giving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  release()

  await expect(behind).resolves.toBeTypeOf('function')
})

it('counts a turn given back twice as once', async () => {
  const turns = createTurns()
  const release = await turns.take('a', never)
  const second = turns.take('a', never)
  release()
  release()
  await second
  let isIn = false

  void turns.take('a', never).then(() => (isIn = true))
  await Promise.resolve()

  expect(isIn).toBe(false)
})

it('turns away when too many wait', async () => {
  const turns = createTurns()
  await turns.take('a', never)
  for (let waiting = 0; waiting < 200; waiting++) void turns.take('a', never)

  await expect(turns.take('a', never)).rejects.toMatchObject({ code: 'service_unavailable' })
})
