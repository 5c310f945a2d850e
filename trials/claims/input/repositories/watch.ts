import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { pause } from '../../../harness/numbers.ts'
import { processTree } from '../../../harness/process-tree.ts'

const everyMs = 100
const mebibyte = 1_048_576

/** Resident memory of a process and its descendants, in megabytes. */
export const residentMbOf = (root: number): number =>
  Math.round(processTree(root).reduce((sum, { residentBytes }) => sum + residentBytes, 0) / mebibyte)

export type Load = { peakMb: number; slowestMs: number; referenceMs: number; unanswered: number }

export type Watch = {
  /** Returns the peaks since the last call. */
  take: () => Load
  stop: () => Promise<void>
}

/** Measures response times of the service and of an idle reference server, and the service's memory. */
export const startWatch = async (pid: number, url: string): Promise<Watch> => {
  const idle = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(idle, 'listening')
  const reference = `http://127.0.0.1:${(idle.address() as AddressInfo).port}`
  const nothing = (): Load => ({ peakMb: 0, slowestMs: 0, referenceMs: 0, unanswered: 0 })
  let seen = nothing()
  let isStopped = false

  const ask = async (address: string, note: (ms: number) => void): Promise<void> => {
    const startedMs = performance.now()
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) })
      await answer.text()
    } catch {
      if (!isStopped) seen.unanswered++
    }
    note(Math.round(performance.now() - startedMs))
  }
  const repeat = async (turn: () => Promise<void> | void): Promise<void> => {
    while (!isStopped) {
      await turn()
      await pause(everyMs)
    }
  }
  const loops = [
    repeat(() => ask(`${url}/livez`, (ms) => (seen.slowestMs = Math.max(seen.slowestMs, ms)))),
    repeat(() => ask(reference, (ms) => (seen.referenceMs = Math.max(seen.referenceMs, ms)))),
    repeat(() => void (seen.peakMb = Math.max(seen.peakMb, residentMbOf(pid)))),
  ]
  return {
    take: () => {
      const taken = seen
      seen = nothing()
      return taken
    },
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
      idle.closeAllConnections()
      idle.close()
    },
  }
}
