import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { deployment, newDeployment } from './scripted-fetch.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const serving = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()))
  const { port } = server.address() as AddressInfo
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'sk-secret', retries: { baseMs: 0 } })
}

describe('the client over the network', () => {
  it('uses the fetch of the platform and survives a connection that is cut', async () => {
    const keys: unknown[] = []
    const api = await serving((request, response) => {
      keys.push(request.headers['idempotency-key'])
      if (keys.length === 1) return request.socket.destroy()
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(deployment))
    })

    await expect(api.createDeployment({ body: newDeployment })).resolves.toEqual(deployment)

    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('tells a stream that was cut from one that ended', async () => {
    const api = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write('{"id":1}\n', () => response.destroy())
    })

    const reading = async () => {
      for await (const entry of api.exportAuditLogs()) expect(entry.id).toBe(1)
    }

    await expect(reading()).rejects.toMatchObject({ code: 'network_error', operation: 'exportAuditLogs' })
  })

  it('closes the connection of a stream whose signal ends', async () => {
    const stop = new AbortController()
    let onClosed: () => void
    const closed = new Promise<void>((resolve) => (onClosed = resolve))
    const api = await serving((_, response) => {
      response.on('close', () => onClosed())
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write('{"id":1}\n')
    })

    const reading = async () => {
      for await (const _ of api.exportAuditLogs({}, { signal: stop.signal })) stop.abort(new Error('The user left.'))
    }

    await expect(reading()).rejects.toThrow('The user left.')
    await closed
  })
})
