import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRelay, type TcpRelay } from './tcp-relay.ts'

let server: Server
let served: Socket[]
let relay: TcpRelay
let clients: Socket[]

/** Answers what it is told, in capitals. */
beforeEach(async () => {
  served = []
  clients = []
  server = createServer((socket) => {
    served.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => socket.write(bytes.toString().toUpperCase()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay = await openRelay(`tcp://127.0.0.1:${portOf(server)}`)
})
afterEach(async () => {
  for (const socket of [...clients, ...served]) socket.destroy()
  await relay.close()
  server.close()
})

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port

const dial = async (port = Number(new URL(relay.url).port)): Promise<Socket> => {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => undefined)
  await once(client, 'connect')
  return client
}
const ask = async (client: Socket, word: string): Promise<string> => {
  client.write(word)
  const [answer] = (await once(client, 'data', { signal: AbortSignal.timeout(2000) })) as [Buffer]
  return answer.toString()
}
/** Whether bytes arrive while others, on a connection of their own, make the same way. */
const hearsNothing = async (client: Socket, meanwhile: () => Promise<unknown>): Promise<boolean> => {
  let isHeard = false
  client.once('data', () => {
    isHeard = true
  })
  await meanwhile()
  return !isHeard
}

describe('a TCP relay', () => {
  it('passes bytes on, and the end of either side', async () => {
    const [one, other] = [await dial(), await dial()]
    expect([await ask(one, 'a'), await ask(other, 'b'), relay.open()]).toEqual(['A', 'B', 2])

    one.end()
    await expect.poll(() => relay.open()).toBe(1)
    const ended = once(other, 'close')
    served[1]?.end()
    await ended
  })

  it('loses the bytes of connections for good, and passes on those that are new after it heals', async () => {
    const client = await dial()
    await ask(client, 'a')
    relay.lose()
    client.write('b')
    relay.heal()

    expect(await hearsNothing(client, async () => ask(await dial(), 'c'))).toBe(true)
    expect([client.destroyed, relay.open()]).toEqual([false, 2])
  })

  it('stalls, and delivers afterwards what came meanwhile', async () => {
    const client = await dial()
    await ask(client, 'a')
    relay.stall()
    const answered = ask(client, 'b')
    await ask(await dial(portOf(server)), 'c')
    expect(served[0]?.bytesRead).toBe(1)
    relay.heal()

    expect(await answered).toBe('B')
  })

  it('keeps the end of the server from the client for as long as it holds', async () => {
    const client = await dial()
    await ask(client, 'a')
    relay.hold()
    served[0]?.destroy()
    await ask(await dial(), 'b')
    expect(client.readableEnded).toBe(false)

    relay.release()
    await once(client, 'close')
  })

  it('goes away, and comes back at the same address for another server', async () => {
    const client = await dial()
    await ask(client, 'a')
    await relay.shut()
    await expect(dial()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await relay.reopen()

    expect(await ask(await dial(), 'b')).toBe('B')
  })

  it('gives the bytes to whoever handles them', async () => {
    await relay.close()
    relay = await openRelay(`tcp://127.0.0.1:${portOf(server)}`, (connection) => ({
      fromServer: (bytes) => connection.toClient(Buffer.from(`${bytes.toString()}!`)),
    }))

    expect(await ask(await dial(), 'a')).toBe('A!')
  })
})
