import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failing, scripted, type Step } from './scripted-fetch.ts'

const encoder = new TextEncoder()

const streaming =
  (chunks: readonly (string | Uint8Array | Error)[], onCancel: () => void = () => undefined): Step =>
  () => {
    const remaining = [...chunks]
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const chunk = remaining.shift()
      if (chunk === undefined) controller.close()
      else if (chunk instanceof Error) controller.error(chunk)
      else controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    }
    const body = new ReadableStream<Uint8Array>({ pull, cancel: onCancel }, { highWaterMark: 0 })
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson', 'x-request-id': 'req-5' } })
  }

const read = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const values: T[] = []
  for await (const value of stream) values.push(value)
  return values
}

describe('a stream', () => {
  it('gives the object of each line, however the lines are cut into chunks', async () => {
    const text = '{"id":1,"actorName":"Zoë"}\n{"id":2}\r\n\n{"id":3}\n'
    const bytes = encoder.encode(text)
    const everyCut = Array.from(bytes, (_, at) => [bytes.slice(0, at), bytes.slice(at)])

    for (const chunks of everyCut) {
      const { api } = scripted([streaming(chunks)])
      expect(await read(api.exportAuditLogs())).toEqual([{ id: 1, actorName: 'Zoë' }, { id: 2 }, { id: 3 }])
    }
  })

  it('gives the last line even without a line end, and nothing for an empty body', async () => {
    const { api } = scripted([streaming(['{"id":1}\n{"id"', ':2}']), streaming([]), () => new Response(null)])

    expect(await read(api.exportAuditLogs())).toEqual([{ id: 1 }, { id: 2 }])
    expect(await read(api.exportAuditLogs())).toEqual([])
    expect(await read(api.exportAuditLogs())).toEqual([])
  })

  it('is asked for with its query when it is read, not before', async () => {
    const { api, requests } = scripted([streaming([])])

    const stream = api.exportAuditLogs({ query: { outcome: 'refused' } })
    expect(requests).toEqual([])
    await read(stream)

    expect(requests[0]?.url).toBe('https://acme.example.com/api/v1/audit-logs/export?outcome=refused')
    expect(requests[0]?.headers.get('accept')).toContain('application/x-ndjson')
  })

  it('lets go of the connection when its reader stops', async () => {
    let isCancelled = false
    const { api } = scripted([streaming(['{"id":1}\n', '{"id":2}\n'], () => (isCancelled = true))])

    for await (const entry of api.exportAuditLogs()) {
      expect(entry.id).toBe(1)
      break
    }

    expect(isCancelled).toBe(true)
  })

  it('is begun again after a passing failure, but fails as any call with another', async () => {
    const { api } = scripted([() => failing(503, 'service_unavailable'), streaming(['{"id":1}\n']), () => failing(403, 'forbidden')])

    expect(await read(api.exportAuditLogs())).toEqual([{ id: 1 }])
    await expect(read(api.exportAuditLogs())).rejects.toMatchObject({ status: 403, code: 'forbidden', operation: 'exportAuditLogs' })
  })

  it('that breaks off is a network error after the lines that arrived, and is not begun again', async () => {
    const { api, requests } = scripted([streaming(['{"id":1}\n{"id"', new TypeError('terminated')])])
    const ids: number[] = []

    const reading = async () => {
      for await (const { id } of api.exportAuditLogs()) ids.push(id)
    }

    await expect(reading()).rejects.toMatchObject({ status: 0, code: 'network_error' })
    expect(ids).toEqual([1])
    expect(requests).toHaveLength(1)
  })

  it('that is not JSON tells what it is', async () => {
    const page = () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html', 'x-request-id': 'edge-9' } })
    const { api } = scripted([page])

    await expect(read(api.exportAuditLogs())).rejects.toMatchObject({
      status: 200,
      code: 'unexpected_response',
      requestId: 'edge-9',
      message: 'exportAuditLogs answered 200 with a line that is not JSON (text/html), request id edge-9.',
    })
  })

  it('is not ended by the time limit once it has started', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { api, requests } = scripted([streaming(['{"id":1}\n', '{"id":2}\n'])], { timeoutMs: 50 })

    const ids: number[] = []
    for await (const { id } of api.exportAuditLogs()) {
      ids.push(id)
      vi.advanceTimersByTime(3_600_000)
    }

    expect(ids).toEqual([1, 2])
    expect(requests[0]?.signal.aborted).toBe(false)
  })
})
