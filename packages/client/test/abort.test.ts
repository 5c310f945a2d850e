import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient, type Fetch } from '../src/index.ts'
import { json, scripted } from './scripted-fetch.ts'

const never: Fetch = (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('a call', () => {
  it('ends with the reason of its signal, whether it could be repeated or not', async () => {
    const stop = new AbortController()
    const api = createClient({ baseUrl: '', key: undefined, fetch: never })

    const read = api.listRegions({}, { signal: stop.signal })
    const change = api.resetCreationStep({ params: { deploymentId: 1 } }, { signal: stop.signal })
    queueMicrotask(() => stop.abort(new Error('The user left.')))

    await expect(read).rejects.toThrow('The user left.')
    await expect(change).rejects.toThrow('The user left.')
  })

  it('is not sent when its signal has ended already', async () => {
    const { api, requests } = scripted([])

    await expect(api.listRegions({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })

    expect(requests).toEqual([])
  })

  it('that takes too long is a network error and is sent again', async () => {
    let attempts = 0
    const counting: Fetch = (url, init) => {
      attempts += 1
      return never(url, init)
    }
    const api = createClient({ baseUrl: '', key: undefined, fetch: counting, timeoutMs: 1, retries: { attempts: 2, baseMs: 0 } })

    await expect(api.listRegions()).rejects.toMatchObject({
      status: 0,
      code: 'network_error',
      message: 'listRegions got no answer: 1 ms passed.',
    })

    expect(attempts).toBe(2)
  })

  it('may be given endless time', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const step = () => {
      vi.advanceTimersByTime(3_600_000)
      return json({})
    }
    const { api, requests } = scripted([step], { timeoutMs: Infinity })

    await expect(api.listRegions()).resolves.toEqual({})

    expect(requests[0]?.signal.aborted).toBe(false)
  })
})
