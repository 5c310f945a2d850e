import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { pause } from '../../harness/numbers.ts'

const everyMs = 100
const pageBytes = 4096
const mebibyte = 1_048_576

const statOf = (pid: string): { parent: number; bytes: number } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), bytes: Number(fields[21]) * pageBytes }
  } catch {
    return null
  }
}

/** Resident memory of a process and of all that it started, in megabytes. */
export const residentMbOf = (root: number): number => {
  const all = new Map(readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), statOf(name)] as const] : [])))
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true
    return false
  }
  let bytes = 0
  for (const [pid, stat] of all) if (stat && isOurs(pid)) bytes += stat.bytes
  return Math.round(bytes / mebibyte)
}

export type Seen = { peakMb: number; slowestMs: number; referenceMs: number; unanswered: number }

export type Watch = {
  /** What was seen since the last time it was asked. */
  take: () => Seen
  now: () => Seen
  stop: () => Promise<void>
}

/** Asks how long an answer takes, again and again, of the node and of a program beside it that does nothing: what both take is the machine's. */
export const startWatch = async (pid: number, url: string): Promise<Watch> => {
  const idle = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(idle, 'listening')
  const reference = `http://127.0.0.1:${(idle.address() as AddressInfo).port}`
  const nothing = (): Seen => ({ peakMb: 0, slowestMs: 0, referenceMs: 0, unanswered: 0 })
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
    now: () => ({ ...seen }),
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
