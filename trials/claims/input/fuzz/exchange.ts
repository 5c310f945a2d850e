import { connect } from 'node:net'

/**
 * `slow`: a late response, as on a busy machine. `hung`: no response, a connection that closed late without one, or a timeout of the
 * server (408).
 */
export type Pace = 'usual' | 'slow' | 'hung'
export type Heard = { pace: Pace; ms: number; text: string }

type Patience = { quietMs: number; slowAfterMs: number; hungAfterMs: number }
// The server waits for the rest of an incomplete request. Closing sooner would cut off late responses.
const patience: Patience = { quietMs: 1500, slowAfterMs: 5000, hungAfterMs: 60_000 }

const isGivenUp = (text: string): boolean => text === '' || text.startsWith('HTTP/1.1 408 ')

const paceOf = (ms: number, text: string, isOver: boolean, { slowAfterMs }: Patience): Pace => {
  if (!isOver) return 'hung'
  if (ms <= slowAfterMs) return 'usual'
  return isGivenUp(text) ? 'hung' : 'slow'
}

/** Sends the bytes and reads the response. Ends its side of the connection if none starts. */
export const exchange = (port: number, bytes: Buffer, waits: Patience = patience): Promise<Heard> =>
  new Promise((resolve) => {
    const heard: Buffer[] = []
    const startedMs = performance.now()
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const finish = (isOver: boolean): void => {
      clearTimeout(timer)
      clearTimeout(quiet)
      socket.destroy()
      const text = Buffer.concat(heard).toString('latin1')
      const ms = Math.round(performance.now() - startedMs)
      resolve({ pace: paceOf(ms, text, isOver, waits), ms, text })
    }
    const timer = setTimeout(() => finish(false), waits.hungAfterMs)
    const quiet = setTimeout(() => socket.end(), waits.quietMs)
    socket.on('data', (chunk: Buffer) => heard.push(chunk))
    socket.on('end', () => finish(true))
    // Closing the connection is a valid response to malformed bytes.
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    socket.write(bytes)
  })
