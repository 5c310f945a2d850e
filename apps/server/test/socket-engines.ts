import { type Dispatcher, Pool } from 'undici'
import type { EngineLease, Engines } from '#gateway'

/** Leases of one engine that listens on a socket; `sign` writes the context down instead of signing it, so that it can be read again. */
export type SocketEngines = {
  engines: Engines
  /** What every lease asks with. */
  dispatcher: Dispatcher
  /** Requests wait from now on, as for a process that is being started, until the function that is returned is called. */
  beStarting: () => () => void
  waiting: () => number
  leases: () => number
  close: () => Promise<void>
}

/** The value of a variable of the stand-in's deployment. */
export const variableValue = 'value-of-a-variable'

const redact = (text: string): string => text.replaceAll(variableValue, '[SECRET]')

export const openSocketEngines = (socketPath: string): SocketEngines => {
  const dispatcher = new Pool('http://engine', { socketPath, connections: 256, pipelining: 1 })
  const signed = new WeakMap<object, string>()
  const sign = (context: object): string => {
    const known = signed.get(context) ?? Buffer.from(JSON.stringify(context)).toString('base64url')
    signed.set(context, known)
    return known
  }
  let leases = 0
  let starting: Promise<undefined> | undefined
  let waiting = 0
  const lease = (): EngineLease => {
    leases += 1
    let isHeld = true
    const release = (): void => {
      if (isHeld) leases -= 1
      isHeld = false
    }
    return { dispatcher, sign, redact, processName: 'stand-in', buildId: 1, onRejected: () => undefined, release }
  }
  return {
    engines: {
      acquire: async (_, signal) => {
        const leaving = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        signal.throwIfAborted()
        waiting += 1
        await Promise.race([starting, leaving]).finally(() => (waiting -= 1))
        return lease()
      },
      tryAcquire: () => (starting ? undefined : lease()),
    },
    dispatcher,
    beStarting: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      starting = promise
      return () => {
        starting = undefined
        resolve(undefined)
      }
    },
    waiting: () => waiting,
    leases: () => leases,
    close: () => dispatcher.destroy(),
  }
}
