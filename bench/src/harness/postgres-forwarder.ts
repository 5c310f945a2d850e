import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How the line fails: `held` packets arrive once it heals, as TCP sends them again; `lost` ones never do, and their connection stays mute. */
export type Cut = 'held' | 'lost'

/** Stands between a service and its PostgreSQL, passes bytes on, and can stop doing so without closing anything. */
export type Forwarder = {
  urlFor: (databaseUrl: string) => string
  /** How often a prepared statement of this name was run. */
  runs: (statement: string) => number
  /** Connections that listen for notifications. */
  listeners: () => number
  /** Drops what the server sends on listening connections, those that start to listen later included. */
  dropNotifications: (isDropping: boolean) => void
  droppedBytes: () => number
  cut: (how: Cut) => void
  heal: () => void
  close: () => Promise<void>
}

type Line = { service: Socket; server: Socket; isListening: boolean; isMute: boolean }

const listenWords = Buffer.from('listen facet_revocation')

const countOf = (text: string, part: string): number => text.split(part).length - 1

export const startForwarder = async (port: number, statements: string[]): Promise<Forwarder> => {
  const lines = new Set<Line>()
  const runs = new Map(statements.map((name) => [name, 0]))
  let isDroppingNotifications = false
  let dropped = 0
  let cutBy: Cut | null = null

  const read = (line: Line, chunk: Buffer): void => {
    if (chunk.includes(listenWords)) line.isListening = true
    const text = chunk.toString('latin1')
    // In a bind message an empty portal name stands before the name of the statement.
    for (const name of statements) runs.set(name, (runs.get(name) ?? 0) + countOf(text, `\0${name}\0`))
  }

  const pass = (line: Line): void => {
    const { service, server } = line
    service.on('data', (chunk: Buffer) => {
      if (line.isMute) dropped += chunk.length
      else {
        read(line, chunk)
        server.write(chunk)
      }
    })
    server.on('data', (chunk: Buffer) => {
      if (line.isMute || (line.isListening && isDroppingNotifications)) dropped += chunk.length
      else service.write(chunk)
    })
    for (const [one, other] of [
      [service, server],
      [server, service],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
    }
  }

  const hold = (line: Line): void => {
    line.service.pause()
    line.server.pause()
  }

  const gate = createServer((service) => {
    service.setNoDelay(true)
    const server = connect({ host: '127.0.0.1', port, noDelay: true })
    const line: Line = { service, server, isListening: false, isMute: cutBy === 'lost' }
    lines.add(line)
    pass(line)
    if (cutBy === 'held') hold(line)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = gate.address() as AddressInfo

  return {
    urlFor: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.port = String(ownPort)
      return url.href
    },
    runs: (statement) => runs.get(statement) ?? 0,
    listeners: () => [...lines].filter(({ isListening }) => isListening).length,
    dropNotifications: (isDropping) => {
      isDroppingNotifications = isDropping
    },
    droppedBytes: () => dropped,
    cut: (how) => {
      cutBy = how
      for (const line of lines)
        if (how === 'held') hold(line)
        else line.isMute = true
    },
    heal: () => {
      cutBy = null
      for (const { service, server } of lines) {
        service.resume()
        server.resume()
      }
    },
    close: async () => {
      for (const { service, server } of lines) {
        service.destroy()
        server.destroy()
      }
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}
