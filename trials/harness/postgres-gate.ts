import { openRelay, type RelayedConnection } from '@facet/testkit/relay'
import { createMoment } from './moment.ts'
import { createMessageReader } from './postgres-messages.ts'

/** A moment of a transaction: before a statement, between it and its COMMIT, and after a COMMIT whose response the node has not received. */
export type Standstill = 'statement' | 'commit' | 'committed'

export type Hold = {
  /** Resolves when a transaction is held. */
  held: Promise<void>
  isHeld: () => boolean
  /** Lets this and later transactions pass. */
  release: () => void
  /** Loses the held bytes on both sides. */
  drop: () => void
}

/** A relay that can hold a PostgreSQL connection at a moment of a transaction. */
export type PostgresGate = {
  /** The database through the gate. */
  url: string
  /** Holds the next transaction with this statement at the moment. Defaults to the compare-and-set of a repository. */
  hold: (moment: Standstill, statement?: string) => Hold
  /** Loses all held bytes and ends all holds. */
  dropAll: () => void
  close: () => Promise<void>
}

/** Held messages to the server, or held responses of the server. */
type Held = { messages: Buffer[] | null; answers: Buffer[] | null }

type Armed = {
  moment: Standstill
  statement: string
  /** Connections whose transaction has sent the statement. */
  marked: WeakSet<Held>
  at: Held | null
  isDone: boolean
  onHeld: () => void
}

export const compareAndSet = 'update repositories set'
const commit = Buffer.from('commit\0')
const rollback = Buffer.from('rollback\0')
const committed = Buffer.from('COMMIT\0')
const isOfType = (message: Buffer, type: string): boolean => message[0] === type.charCodeAt(0)

export const startPostgresGate = async (databaseUrl: string): Promise<PostgresGate> => {
  const heldOf = new WeakMap<RelayedConnection, Held>()
  const armed = new Set<Armed>()

  const stop = (held: Held, hold: Armed): void => {
    hold.at = held
    hold.isDone = true
    held.messages = []
    hold.onHeld()
  }

  const keepAnswers = (held: Held, hold: Armed): void => {
    hold.at = held
    held.answers = []
  }

  const readFor = (hold: Armed, held: Held, message: Buffer): void => {
    if (isOfType(message, 'P') && message.includes(hold.statement)) {
      hold.marked.add(held)
      if (hold.moment === 'statement') stop(held, hold)
      return
    }
    if (!isOfType(message, 'Q') || !hold.marked.has(held)) return
    const isCommit = message.includes(commit)
    if (isCommit && hold.moment === 'commit') stop(held, hold)
    if (isCommit && hold.moment === 'committed') keepAnswers(held, hold)
    if (isCommit || message.includes(rollback)) hold.marked.delete(held)
  }

  const read = (held: Held, message: Buffer): void => {
    for (const hold of armed) {
      if (held.messages || held.answers) return
      if (!hold.at) readFor(hold, held, message)
    }
  }

  const noticeCommitted = (held: Held, answers: Buffer[]): void => {
    const hold = [...armed].find((one) => one.at === held && !one.isDone)
    if (!hold || !Buffer.concat(answers).includes(committed)) return
    hold.isDone = true
    hold.onHeld()
  }

  const relay = await openRelay(databaseUrl, (connection) => {
    const held: Held = { messages: null, answers: null }
    heldOf.set(connection, held)
    const messagesIn = createMessageReader()
    return {
      fromClient: (bytes) => {
        for (const message of messagesIn(bytes)) {
          if (!held.messages) read(held, message)
          if (held.messages) held.messages.push(message)
          else connection.toServer(message)
        }
      },
      fromServer: (bytes) => {
        if (!held.answers) return connection.toClient(bytes)
        held.answers.push(bytes)
        noticeCommitted(held, held.answers)
      },
    }
  })

  const release = (): void => {
    for (const connection of relay.connections()) {
      const held = heldOf.get(connection)
      for (const message of held?.messages ?? []) connection.toServer(message)
      for (const answer of held?.answers ?? []) connection.toClient(answer)
      if (held) Object.assign(held, { messages: null, answers: null })
    }
  }

  const dropHeld = (): void => {
    for (const connection of relay.connections()) {
      const held = heldOf.get(connection)
      if (held?.messages || held?.answers) connection.destroy()
    }
  }

  return {
    url: relay.url,
    hold: (moment, statement = compareAndSet) => {
      const { reached: held, reach: onHeld } = createMoment()
      const own: Armed = { moment, statement, marked: new WeakSet(), at: null, isDone: false, onHeld }
      armed.add(own)
      return {
        held,
        isHeld: () => own.isDone,
        release: () => {
          armed.delete(own)
          release()
        },
        drop: () => {
          armed.delete(own)
          dropHeld()
        },
      }
    },
    dropAll: () => {
      armed.clear()
      dropHeld()
    },
    close: relay.close,
  }
}
