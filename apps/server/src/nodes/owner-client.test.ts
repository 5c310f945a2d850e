import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createForwardedTokens, createNodeConnections, createOwnerClient, forwardedHeader, type Owner } from '#nodes'

const rootKeys = { current: randomBytes(32), previous: null }
const forwarded = { tenantId: 3, host: 'acme.test', origin: 'https://acme.test', address: '10.1.2.3', requestId: 'r-1' }
const question = {
  deploymentId: 7,
  method: 'PUT',
  path: '/build/api/v1/deployments/7/data-model/files',
  forwarded,
  headersWith: (token: string) => ({ [forwardedHeader]: token, 'x-request-id': forwarded.requestId }),
  isRepeatable: false,
  signal: new AbortController().signal,
}

const startOwner = async (listener: RequestListener): Promise<Owner> => {
  const server = createServer((request, response) => (request.url === '/livez' ? response.end() : listener(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { id: 'owner', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A process that serves nothing and acts on no data models, as a worker is. */
const workerFor = (owner: Owner | 'self' | null) => {
  const suspected: string[] = []
  const client = createOwnerClient({
    cluster: {
      isAuthoring: false,
      ownerOf: () => owner,
      suspect: (id) => void suspected.push(id),
      forwarded: createForwardedTokens(() => null, rootKeys, Date.now),
    },
    connections: createNodeConnections({ clusterCa: null }),
    onProblem: () => undefined,
  })
  onTestFinished(client.close)
  return { ...client, suspected }
}

describe('calling the owner of a data model from a process without HTTP', () => {
  it('sends the body and what it knows of the caller, and gives the whole answer', async () => {
    const owner = await startOwner((request, response) => {
      const asked = { method: request.method ?? '', url: request.url ?? '', requestId: String(request.headers['x-request-id']) }
      const told = createForwardedTokens(() => owner.address, rootKeys, Date.now).read(request.headers[forwardedHeader], asked)
      void text(request).then((body) => response.writeHead(201).end(JSON.stringify({ body, told })))
    })

    const answer = await workerFor(owner).call({ ...question, body: Buffer.from('{"a":1}') })

    expect(answer).toMatchObject({ status: 201 })
    expect(JSON.parse((answer as { body: Buffer }).body.toString())).toEqual({ body: '{"a":1}', told: forwarded })
  })

  it('says when the owner is this node', async () => {
    expect(await workerFor('self').call(question)).toBe('self')
  })

  it('is refused while nobody owns data models', async () => {
    await expect(workerFor(null).call(question)).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it.each([
    [true, 2],
    [false, 1],
  ])('repeats one whose connection was lost once, and only if it may: %s', async (isRepeatable, times) => {
    let asked = 0
    const owner = await startOwner((request) => {
      asked++
      request.socket.destroy()
    })
    const worker = workerFor(owner)

    await expect(worker.call({ ...question, isRepeatable })).rejects.toThrow('stopped answering')
    expect(asked).toBe(times)
    expect(worker.suspected).toEqual([])
  })

  it('asks others after an owner that does not listen', async () => {
    const worker = workerFor({ id: 'owner', address: 'http://127.0.0.1:1' })

    await expect(worker.call(question)).rejects.toThrow('can be reached')
    expect(new Set(worker.suspected)).toEqual(new Set(['owner']))
  })

  it('ends with its signal', async () => {
    const ending = new AbortController()
    const owner = await startOwner(() => ending.abort(new Error('enough')))

    await expect(workerFor(owner).call({ ...question, signal: ending.signal })).rejects.toThrow('aborted')
  })

  it('waits for an owner that misses single probes', async () => {
    const owner = await startOwner((_request, response) => void setTimeout(() => response.end('late'), 5000))
    const connections = createNodeConnections({ clusterCa: null })
    let probes = 0
    const client = createOwnerClient({
      cluster: {
        isAuthoring: false,
        ownerOf: () => owner,
        suspect: () => undefined,
        forwarded: createForwardedTokens(() => null, rootKeys, Date.now),
      },
      connections: { ...connections, isAlive: async () => probes++ % 2 === 1 },
      onProblem: () => undefined,
    })
    onTestFinished(client.close)

    expect(await client.call(question)).toMatchObject({ status: 200 })
    expect(probes).toBeGreaterThan(3)
  })

  it('sends the whole body again', async () => {
    const bodies: string[] = []
    const owner = await startOwner((request, response) => {
      void text(request).then((body) => {
        bodies.push(body)
        return bodies.length === 1 ? request.socket.destroy() : response.end()
      })
    })

    await workerFor(owner).call({ ...question, isRepeatable: true, body: Buffer.from('all of it') })

    expect(bodies).toEqual(['all of it', 'all of it'])
  })
})
