import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOutbound } from '#adapters/outbound'
import { makeCertificates, nodeScriptInside, sandboxOfFile } from '#test'
import { type Egress, egressName, guardedDial } from './index.ts'

const sandbox = sandboxOfFile()

const serverOf = async (answer: (socket: Socket) => void, address = '127.0.0.1') => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    answer(socket)
  }).listen(0, address)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return { port: (server.address() as { port: number }).port, open }
}

const to =
  (port: number): Egress['dial'] =>
  async () =>
    connect({ port, host: '127.0.0.1', allowHalfOpen: true })

/** Dials places one after another and tells what each sent before it closed. */
const asking = (places: [number, string][]): string => `
  const { connect } = require('node:net')
  const { text } = require('node:stream/consumers')
  const ask = async (port, host) => {
    const socket = connect({ port, host, timeout: 5000 })
    socket.on('timeout', () => socket.destroy(new Error('silent')))
    try { return await text(socket) } catch (error) { return error.code ?? error.message }
  }
  ;(async () => { for (const place of ${JSON.stringify(places)}) console.log(place[1] + ':' + place[0], await ask(...place)) })()`

describe('what a program in the sandbox may dial', () => {
  it('is reached by its own name and port, each through a way of its own, and nothing else is', async () => {
    const first = await serverOf((socket) => socket.end('first'))
    const second = await serverOf((socket) => socket.end('second'))
    const other = await serverOf((socket) => socket.end('other'))
    const egress = [
      { host: 'one.example.com', port: 5432, dial: to(first.port) },
      { host: 'two.example.com', port: 5432, dial: to(second.port) },
      { host: 'one.example.com', port: 443, dial: to(second.port) },
    ]
    const places: [number, string][] = [
      [5432, 'one.example.com'],
      [5432, 'two.example.com'],
      [443, 'one.example.com'],
      [443, 'two.example.com'],
      [other.port, 'one.example.com'],
      [other.port, '127.0.0.1'],
      [5432, 'three.example.com'],
    ]

    const { stdout, stderr, code } = await sandbox().run(nodeScriptInside(asking(places), { egress }))

    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.toString().trim().split('\n')).toEqual([
      'one.example.com:5432 first',
      'two.example.com:5432 second',
      'one.example.com:443 second',
      'two.example.com:443 ECONNREFUSED',
      `one.example.com:${other.port} ECONNREFUSED`,
      `127.0.0.1:${other.port} ECONNREFUSED`,
      expect.stringMatching(/three\.example\.com:5432 (ENOTFOUND|EAI_AGAIN)/),
    ])
  })

  it('is reached by 256 connections at once, whatever the number of places', async () => {
    const places = await Promise.all(Array.from({ length: 3 }, () => serverOf(() => undefined)))
    const egress = places.map(({ port }, place) => ({ host: `w${place}.example.com`, port: 5432, dial: to(port) }))
    const script = `
      const { connect } = require('node:net')
      let closed = 0
      const done = () => { if (closed === 44) { console.log('closed', closed); process.exit(0) } }
      for (let turn = 0; turn < 100; turn++) for (const place of [0, 1, 2])
        connect(5432, 'w' + place + '.example.com').on('error', () => undefined).on('close', () => { closed++; done() })`

    const { stdout } = await sandbox().run(nodeScriptInside(script, { egress }))

    expect(stdout.toString()).toBe('closed 44\n')
  })

  it('is asked both ways and closed half by half, with certificates checked against its name', async () => {
    const { certFile, keyFile, remove } = await makeCertificates('warehouse', ['warehouse.example.com'])
    onTestFinished(remove)
    const server = createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => socket.write(chunk.toString().toUpperCase())).on('end', () => socket.end(' bye'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const ask = `
      const { readFileSync } = require('node:fs')
      const { connect } = require('node:tls')
      for (const host of ['warehouse.example.com', 'other.example.com']) {
        const socket = connect({ host, port: 5439, servername: host, ca: readFileSync('/ca.pem') }, () => socket.end('hello'))
        socket.on('data', (chunk) => console.log(host, String(chunk))).on('error', (error) => console.log(host, error.code))
      }`
    const egress = ['warehouse.example.com', 'other.example.com'].map((host) => ({ host, port: 5439, dial: to(port) }))

    const { stdout } = await sandbox().run(nodeScriptInside(ask, { egress, mounts: [{ from: certFile, to: '/ca.pem' }] }))

    expect(stdout.toString()).toContain('warehouse.example.com HELLO')
    expect(stdout.toString()).toContain('other.example.com ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it('is closed when it cannot be dialled, or closes; and all of it is with the program', async () => {
    const silent = await serverOf((socket) => socket.resume())
    const breaking = await serverOf((socket) => socket.resetAndDestroy())
    const egress = [
      { host: 'refused.example.com', port: 1000, dial: () => Promise.reject(new Error('not allowed')) },
      { host: 'breaking.example.com', port: 1000, dial: to(breaking.port) },
      { host: 'silent.example.com', port: 1000, dial: to(silent.port) },
    ]
    const script = `${asking([
      [1000, 'refused.example.com'],
      [1000, 'breaking.example.com'],
    ])}
      connect(1000, 'silent.example.com')`
    const started = await sandbox().start(nodeScriptInside(script, { egress }))
    const lines: string[] = []
    started.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
    await expect.poll(() => [lines.join('').split('\n').length, silent.open.size], { timeout: 20_000 }).toEqual([3, 1])

    await started.end()

    await expect.poll(() => silent.open.size, { timeout: 10_000 }).toBe(0)
  })

  it('has a name when it is known by an address alone', async () => {
    const { port } = await serverOf((socket) => socket.end('by address'))
    const host = '10.1.2.3'

    const run = nodeScriptInside(asking([[5432, egressName(host)]]), { egress: [{ host, port: 5432, dial: to(port) }] })

    expect((await sandbox().run(run)).stdout.toString()).toBe('10-1-2-3.address.internal:5432 by address\n')
    expect(['localhost', '127.0.0.1', 'db.example.com'].map(egressName)).toEqual(['localhost', '127.0.0.1', 'db.example.com'])
  })

  it('takes no more connections at once than are passed on', async () => {
    const { port, open } = await serverOf((socket) => socket.resume())
    const script = `const { connect } = require('node:net')
      let closed = 0
      for (let n = 0; n < 160; n++) connect(5432, 'db.example.com').on('error', () => undefined).on('close', () => console.log(++closed))`
    const limits = { maxOpenFiles: 1024 }
    const started = await sandbox().start(
      nodeScriptInside(script, { limits, egress: [{ host: 'db.example.com', port: 5432, dial: to(port) }] }),
    )
    onTestFinished(started.end)
    let last = ''
    started.stdout.on('data', (chunk: Buffer) => {
      last = chunk.toString().trim().split('\n').at(-1) ?? ''
    })

    await expect.poll(() => [last, open.size], { timeout: 20_000 }).toEqual(['32', 128])
  })
})

describe('the guard that dials', () => {
  const soon = (): AbortSignal => AbortSignal.timeout(5000)

  it('dials judged addresses only, each time anew', async () => {
    const { port } = await serverOf((socket) => socket.end('warehouse'))
    const addresses = new Map([['db.example.com', ['127.0.0.1']]])
    const lookup = async (host: string): Promise<string[]> => addresses.get(host) ?? []

    const open = guardedDial(createOutbound({ allowPrivateHosts: ['db.example.com'], lookup }), 'db.example.com', port)
    const closed = guardedDial(createOutbound({ allowPrivateHosts: [], lookup }), 'db.example.com', port)

    const socket = await open(soon())
    expect(String(await once(socket, 'data'))).toBe('warehouse')
    socket.destroy()
    await expect(closed(soon())).rejects.toMatchObject({ code: 'remote_host_private' })
    addresses.set('db.example.com', ['169.254.169.254'])
    await expect(open(soon())).rejects.toMatchObject({ code: 'remote_host_private' })
  })

  it.each(['localhost', '127.0.0.1', '0x7f.1', '[::1]', '::ffff:127.0.0.1', '169.254.169.254'])('does not dial %s', async (host) => {
    const { port } = await serverOf((socket) => socket.end('reached'))

    await expect(guardedDial(createOutbound({ allowPrivateHosts: [] }), host, port)(soon())).rejects.toThrow()
  })

  it('gives up when nobody waits', async () => {
    const outbound = createOutbound({ allowPrivateHosts: ['127.0.0.1'] })

    await expect(guardedDial(outbound, '127.0.0.1', 1)(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  })
})
