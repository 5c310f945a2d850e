import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const never = new AbortController().signal

it('lets one in at a time, in the order they came', async () => {
  const mutex = createKeyedMutex()
  const order: number[] = []
  const visit = async (number: number): Promise<void> => {
    const release = await mutex.acquire('a', never)
    order.push(number)
    await Promise.resolve()
    release()
  }

  await Promise.all([1, 2, 3, 4].map(visit))

  expect(order).toEqual([1, 2, 3, 4])
})

it('does not let one name wait for another', async () => {
  const mutex = createKeyedMutex()

  await mutex.acquire('a', never)

  await expect(mutex.acquire('b', never)).resolves.toBeTypeOf('function')
})

it('lets whoever gives up leave the line, and those behind move up', async () => {
  const mutex = createKeyedMutex()
  const release = await mutex.acquire('a', never)
  const giving = new AbortController()
  const left = mutex.acquire('a', giving.signal)
  const behind = mutex.acquire('a', never)

  giving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  release()

  await expect(behind).resolves.toBeTypeOf('function')
})

it('counts a turn given back twice as once', async () => {
  const mutex = createKeyedMutex()
  const release = await mutex.acquire('a', never)
  const second = mutex.acquire('a', never)
  release()
  release()
  await second
  let isIn = false

  void mutex.acquire('a', never).then(() => (isIn = true))
  await Promise.resolve()

  expect(isIn).toBe(false)
})

it('turns away when too many wait', async () => {
  const mutex = createKeyedMutex()
  await mutex.acquire('a', never)
  for (let waiting = 0; waiting < 200; waiting++) void mutex.acquire('a', never)

  await expect(mutex.acquire('a', never)).rejects.toMatchObject({ code: 'service_unavailable' })
})
