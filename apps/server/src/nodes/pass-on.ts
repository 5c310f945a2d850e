import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { NodeConnections, Sending } from './node-connections.ts'

/**
 * What became of a request that was passed on: an answer that begins, or
 * - `unreachable`: there was no connection, so the other node knows nothing of it;
 * - `silent`: the other node answers nothing at all any more;
 * - `lost`: the connection ended before an answer; what the other node did is not known;
 * - `too large`: the body went over the limit, which is told here since a node that stops reading may not be heard;
 * - `gone`: the caller hung up.
 */
export type Passed = { answer: IncomingMessage } | { problem: 'unreachable' | 'silent' | 'lost' | 'too large' | 'gone'; cause?: unknown }

/** Whoever the request is passed on for: its body, how much of it is taken, and a signal for when nobody waits for the answer any more. */
export type Calling = { body: Readable; maxBytes: number; signal: AbortSignal }

const patienceMs = 2000
const maxFailedProbes = 2

/** While an answer is not complete the other node is asked now and then whether it lives. */
const watchOver = (connections: NodeConnections, address: string, sent: ClientRequest, onSilent: () => void): void => {
  let failed = 0
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    failed = (await connections.isAlive(address)) ? 0 : failed + 1
    if (sent.destroyed) return
    if (failed === maxFailedProbes) onSilent()
    else timer = setTimeout(() => void look(), failed === 0 ? patienceMs : 0)
  }
  timer = setTimeout(() => void look(), patienceMs)
  sent.once('close', () => clearTimeout(timer))
}

/** Both bodies flow as they come and wait for each other; nothing is kept here. */
const exchange = (connections: NodeConnections, address: string, sent: ClientRequest, { body, maxBytes }: Calling): Promise<Passed> =>
  new Promise((resolve) => {
    let bytes = 0
    sent.once('response', (answer) => resolve({ answer }))
    sent.once('close', () => {
      resolve({ problem: 'lost' })
      // The other node wants no more of the body, and nobody would read the rest.
      body.unpipe(sent)
      body.resume()
    })
    watchOver(connections, address, sent, () => {
      resolve({ problem: 'silent' })
      sent.destroy()
    })
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) return
      resolve({ problem: 'too large' })
      sent.destroy()
    })
    body.pipe(sent)
  })

export const passOn = async (connections: NodeConnections, address: string, sending: Sending, caller: Calling): Promise<Passed> => {
  const { signal } = caller
  let sent: ClientRequest
  try {
    sent = await connections.open(address, sending)
  } catch (cause) {
    return { problem: signal.aborted ? 'gone' : 'unreachable', cause }
  }
  const hangUp = (): void => void sent.destroy()
  if (signal.aborted) hangUp()
  else signal.addEventListener('abort', hangUp, { once: true })
  sent.once('close', () => signal.removeEventListener('abort', hangUp))
  const passed = await exchange(connections, address, sent, caller)
  return 'problem' in passed && signal.aborted ? { problem: 'gone' } : passed
}
