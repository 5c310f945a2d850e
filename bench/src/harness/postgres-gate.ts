import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createMoment } from './moment.ts'

/**
 * A moment of a transaction, seen from the line between a node and PostgreSQL: before the statement it is known by, between that
 * and its COMMIT, and behind a COMMIT that the node has not heard of.
 */
export type Standstill = 'statement' | 'commit' | 'committed'

export type Hold = {
  /** Resolves once something stands at the moment. */
  held: Promise<void>
  isHeld: () => boolean
  /** Lets it go on, and whoever comes later pass. */
  release: () => void
  /** What is held never arrives, on either side. */
  drop: () => void
}

/** Understands as much of PostgreSQL's protocol as it takes to stop a connection in a named moment of a transaction. */
export type PostgresGate = {
  urlFor: (databaseUrl: string) => string
  /**
   * The first that comes to the moment from now on stands still there. The transaction is known by a statement of it, which is
   * the compare-and-set of a repository unless another is named. Several can be held, each in a moment of its own.
   */
  hold: (moment: Standstill, statement?: string) => Hold
  /** From now on this statement says something else in one place, and as long: what a message tells of its length stays true. */
  rewrite: (statement: string, find: string, put: string) => void
  /** What is held never arrives, on either side, and nobody is held any more. */
  dropAll: () => void
  close: () => Promise<void>
}

type Line = {
  service: Socket
  server: Socket
  unread: Buffer
  isStarted: boolean
  waiting: Buffer[] | null
  waitingAnswers: Buffer[] | null
}

type Armed = {
  moment: Standstill
  statement: string
  /** Those whose transaction has had the statement. */
  marked: Set<Line>
  line: Line | null
  isDone: boolean
  onHeld: () => void
}

export const compareAndSet = 'update repositories set'
const commit = Buffer.from('commit\0')
const rollback = Buffer.from('rollback\0')
const committed = Buffer.from('COMMIT\0')
const isOfType = (message: Buffer, type: string): boolean => message[0] === type.charCodeAt(0)

/** What is whole of the bytes, as messages, and the rest. The first of a connection has no type. */
const messagesIn = (line: Line, chunk: Buffer): Buffer[] => {
  const found: Buffer[] = []
  let rest = line.unread.length > 0 ? Buffer.concat([line.unread, chunk]) : chunk
  for (;;) {
    const typeBytes = line.isStarted ? 1 : 0
    if (rest.length < typeBytes + 4) break
    const length = typeBytes + rest.readInt32BE(typeBytes)
    if (rest.length < length) break
    found.push(rest.subarray(0, length))
    rest = rest.subarray(length)
    line.isStarted = true
  }
  line.unread = rest
  return found
}

export const startPostgresGate = async (port: number): Promise<PostgresGate> => {
  const lines = new Set<Line>()
  const armed = new Set<Armed>()
  const rewrites: { statement: string; find: string; put: string }[] = []

  const rewriteIn = (message: Buffer): void => {
    if (!isOfType(message, 'P')) return
    for (const { statement, find, put } of rewrites) {
      const at = message.includes(statement) ? message.indexOf(find) : -1
      if (at !== -1) message.write(put, at, 'latin1')
    }
  }

  const stop = (line: Line, hold: Armed): void => {
    hold.line = line
    hold.isDone = true
    line.waiting = []
    hold.onHeld()
  }

  const keepAnswers = (line: Line, hold: Armed): void => {
    hold.line = line
    line.waitingAnswers = []
  }

  const readFor = (hold: Armed, line: Line, message: Buffer): void => {
    if (isOfType(message, 'P') && message.includes(hold.statement)) {
      hold.marked.add(line)
      if (hold.moment === 'statement') stop(line, hold)
      return
    }
    if (!isOfType(message, 'Q') || !hold.marked.has(line)) return
    const isCommit = message.includes(commit)
    if (isCommit && hold.moment === 'commit') stop(line, hold)
    if (isCommit && hold.moment === 'committed') keepAnswers(line, hold)
    if (isCommit || message.includes(rollback)) hold.marked.delete(line)
  }

  const read = (line: Line, message: Buffer): void => {
    for (const hold of armed) {
      if (line.waiting || line.waitingAnswers) return
      if (!hold.line) readFor(hold, line, message)
    }
  }

  const fromService = (line: Line, chunk: Buffer): void => {
    for (const message of messagesIn(line, chunk)) {
      rewriteIn(message)
      if (!line.waiting) read(line, message)
      if (line.waiting) line.waiting.push(message)
      else line.server.write(message)
    }
  }

  const fromServer = (line: Line, chunk: Buffer): void => {
    if (!line.waitingAnswers) {
      line.service.write(chunk)
      return
    }
    line.waitingAnswers.push(chunk)
    const hold = [...armed].find((one) => one.line === line && !one.isDone)
    if (!hold || !Buffer.concat(line.waitingAnswers).includes(committed)) return
    hold.isDone = true
    hold.onHeld()
  }

  const letGo = (): void => {
    for (const line of lines) {
      const { waiting, waitingAnswers } = line
      line.waiting = null
      line.waitingAnswers = null
      for (const message of waiting ?? []) line.server.write(message)
      for (const chunk of waitingAnswers ?? []) line.service.write(chunk)
    }
  }

  const dropHeld = (): void => {
    for (const { service, server, waiting, waitingAnswers } of lines) {
      if (!waiting && !waitingAnswers) continue
      service.destroy()
      server.destroy()
    }
  }

  const gate = createServer((service) => {
    const server = connect({ host: '127.0.0.1', port, noDelay: true })
    service.setNoDelay(true)
    const line: Line = {
      service,
      server,
      unread: Buffer.alloc(0),
      isStarted: false,
      waiting: null,
      waitingAnswers: null,
    }
    lines.add(line)
    service.on('data', (chunk: Buffer) => fromService(line, chunk))
    server.on('data', (chunk: Buffer) => fromServer(line, chunk))
    for (const [one, other] of [
      [service, server],
      [server, service],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        // What was held back goes with the connection it came from.
        lines.delete(line)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = gate.address() as AddressInfo

  return {
    urlFor: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.port = String(ownPort)
      return url.href
    },
    hold: (moment, statement = compareAndSet) => {
      const { reached: held, reach: onHeld } = createMoment()
      const own: Armed = { moment, statement, marked: new Set(), line: null, isDone: false, onHeld }
      armed.add(own)
      return {
        held,
        isHeld: () => own.isDone,
        release: () => {
          armed.delete(own)
          letGo()
        },
        drop: () => {
          armed.delete(own)
          dropHeld()
        },
      }
    },
    rewrite: (statement, find, put) => {
      if (find.length !== put.length) throw new Error(`"${put}" is not as long as "${find}".`)
      rewrites.push({ statement, find, put })
    },
    dropAll: () => {
      armed.clear()
      dropHeld()
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
