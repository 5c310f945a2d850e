import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { NodeConnections, Sending } from './node-connections.ts'

/**
 * The outcome of a forwarded request: an answer that begins, or
 * - `unreachable`: there was no connection, so the other node knows nothing of it;
 * - `silent`: the other node stopped answering;
 * - `lost`: the connection ended before an answer; what the other node did is not known;
 * - `too large`: the body went over the limit, which is told here since a node that stops reading may not be heard;
 * - `gone`: the caller hung up.
 */
export type ForwardOutcome =
  | { answer: IncomingMessage }
  | { problem: 'unreachable' | 'silent' | 'lost' | 'too large' | 'gone'; cause?: unknown }

/** What is forwarded: the body, its size limit, and a signal that aborts when the caller is gone. */
export type ForwardSource = { body: Readable; maxBytes: number; signal: AbortSignal }

const probeIntervalMs = 2000
const maxFailedProbes = 2

/** Probes the other node at intervals until the answer is complete. */
const probeUntilClosed = (connections: NodeConnections, address: string, sent: ClientRequest, onSilent: () => void): void => {
  let failed = 0
  let timer: NodeJS.Timeout
  const probe = async (): Promise<void> => {
    failed = (await connections.isAlive(address)) ? 0 : failed + 1
    if (sent.destroyed) return
    if (failed === maxFailedProbes) onSilent()
    else timer = setTimeout(() => void probe(), failed === 0 ? probeIntervalMs : 0)
  }
  timer = setTimeout(() => void probe(), probeIntervalMs)
  sent.once('close', () => clearTimeout(timer))
}

/** Streams both bodies with backpressure; nothing is buffered here. */
const exchange = (
  connections: NodeConnections,
  address: string,
  sent: ClientRequest,
  { body, maxBytes }: ForwardSource,
): Promise<ForwardOutcome> =>
  new Promise((resolve) => {
    let bytes = 0
    sent.once('response', (answer) => resolve({ answer }))
    sent.once('close', () => {
      resolve({ problem: 'lost' })
      // The other node wants no more of the body, and nobody would read the rest.
      body.unpipe(sent)
      body.resume()
    })
    probeUntilClosed(connections, address, sent, () => {
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

export const forwardRequest = async (
  connections: NodeConnections,
  address: string,
  sending: Sending,
  caller: ForwardSource,
): Promise<ForwardOutcome> => {
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
