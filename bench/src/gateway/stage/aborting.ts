import { connect } from 'node:net'
import type { FacetProcess } from '../../harness/installation.ts'
import { loadPath, type Place } from './stage.ts'

const oneAborted = (at: URL, head: string, isStream: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(at.port), at.hostname)
    let sentMs = 0
    const end = (isMet: boolean): void => {
      socket.destroy()
      resolve(isMet)
    }
    socket.on('error', () => end(false))
    socket.on('connect', () => {
      sentMs = performance.now()
      socket.write(head)
      // The answer takes far longer than this; the engine has the request by then, or is about to.
      if (!isStream) setTimeout(() => end(true), 5 + Math.random() * 25)
    })
    // One that was answered at all is left in the middle of its answer.
    socket.on('data', (data: Buffer) => end(isStream && sentMs > 0 && data.toString('latin1').startsWith('HTTP/1.1 200')))
  })

/** Sends requests and hangs up on each, half of them before a word was said, half in the middle of an answer without end. */
export const abortMany = async (gateway: FacetProcess, place: Place, token: string, count: number, atOnce = 64): Promise<number> => {
  const at = new URL(gateway.url)
  const headOf = (query: string): string =>
    [
      `GET ${loadPath(place, query)} HTTP/1.1`,
      `host: ${place.tenant.host}`,
      `x-forwarded-host: ${place.tenant.host}`,
      'x-forwarded-proto: https',
      `authorization: ${token}`,
      '\r\n',
    ].join('\r\n')
  const [slow, stream] = [headOf('?query=delay=60000'), headOf('?query=stream')]
  let [left, met] = [count, 0]
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const isStream = left % 2 === 0
      if (await oneAborted(at, isStream ? stream : slow, isStream)) met += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return met
}
