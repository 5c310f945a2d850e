import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Links, Sending } from './links.ts'

/**
 * What became of a request that was passed on: an answer that begins, or
 * - `unreachable`: there was no connection, so the other node knows nothing of it;
 * - `silent`: the other node answers nothing at all any more;
 * - `lost`: the connection ended before an answer; what the other node did is not known;
 * - `too large`: the body went over the limit, which is told here since a node that stops reading may not be heard;
 * - `gone`: the caller hung up.
 */
export type Passed = { answer: IncomingMessage } | { problem: 'unreachable' | 'silent' | 'lost' | 'too large' | 'gone'; cause?: unknown }

export type Calling = { from: IncomingMessage; to: ServerResponse; mostBytes: number }

const patienceMs = 2000
const mostFailedProbes = 2

/** While an answer is not complete the other node is asked now and then whether it lives. */
const watchOver = (links: Links, address: string, sent: ClientRequest, onSilent: () => void): void => {
  let failed = 0
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    failed = (await links.isAlive(address)) ? 0 : failed + 1
    if (sent.destroyed) return
    if (failed === mostFailedProbes) onSilent()
    else timer = setTimeout(() => void look(), failed === 0 ? patienceMs : 0)
  }
  timer = setTimeout(() => void look(), patienceMs)
  sent.once('close', () => clearTimeout(timer))
}

/** Both bodies flow as they come and wait for each other; nothing is kept here. */
const exchange = (links: Links, address: string, sent: ClientRequest, { from, mostBytes }: Calling): Promise<Passed> =>
  new Promise((resolve) => {
    let bytes = 0
    sent.once('response', (answer) => resolve({ answer }))
    sent.once('close', () => {
      resolve({ problem: 'lost' })
      // The other node wants no more of the body, and nobody would read the rest.
      from.unpipe(sent)
      from.resume()
    })
    watchOver(links, address, sent, () => {
      resolve({ problem: 'silent' })
      sent.destroy()
    })
    from.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= mostBytes) return
      resolve({ problem: 'too large' })
      sent.destroy()
    })
    from.pipe(sent)
  })

export const passOn = async (links: Links, address: string, sending: Sending, caller: Calling): Promise<Passed> => {
  let sent: ClientRequest
  try {
    sent = await links.open(address, sending)
  } catch (cause) {
    return { problem: caller.to.closed ? 'gone' : 'unreachable', cause }
  }
  const hangUp = (): void => {
    if (!caller.to.writableFinished) sent.destroy()
  }
  if (caller.to.closed) hangUp()
  else caller.to.once('close', hangUp)
  const passed = await exchange(links, address, sent, caller)
  return 'problem' in passed && caller.to.closed ? { problem: 'gone' } : passed
}
