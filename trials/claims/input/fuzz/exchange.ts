import { connect } from 'node:net'

/**
 * `slow` was answered, only late: a machine with other work does that. `hung` was not: nothing came, or the line was closed late without
 * a word, or a limit of the server's own ended the wait (408).
 */
export type Pace = 'usual' | 'slow' | 'hung'
export type Heard = { pace: Pace; ms: number; text: string }

type Patience = { quietMs: number; slowAfterMs: number; hungAfterMs: number }
// Bytes that are not a whole request leave the server waiting, rightly. Ending the line sooner would cut off answers under way.
const patience: Patience = { quietMs: 1500, slowAfterMs: 5000, hungAfterMs: 60_000 }

const isGivenUp = (text: string): boolean => text === '' || text.startsWith('HTTP/1.1 408 ')

const paceOf = (ms: number, text: string, isOver: boolean, { slowAfterMs }: Patience): Pace => {
  if (!isOver) return 'hung'
  if (ms <= slowAfterMs) return 'usual'
  return isGivenUp(text) ? 'hung' : 'slow'
}

/** Sends the bytes and hears the server out; when it stays quiet, says that no more will come. */
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
    // A server that hangs up on nonsense has answered it.
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    socket.write(bytes)
  })
