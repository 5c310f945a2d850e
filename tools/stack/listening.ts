import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isAnswering } from './answering.ts'
import type { StartedProcess } from './state.ts'

/** Of sockets that listen on this port, the numbers by which the system knows them. */
const listeningOn = (port: number): Set<string> => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => (existsSync(table) ? readFileSync(table, 'utf8').split('\n') : []))
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return new Set(fields.filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A').map((each) => each[9] ?? ''))
}

const socketsOf = (pid: number): string[] => {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? []
    } catch {
      // Closed since it was listed.
      return []
    }
  })
}

/** Whether this very process has the port: that somebody answers there says nothing while several stacks start at once. */
export const isListening = async ({ pid }: StartedProcess, port: number): Promise<boolean> => {
  if (!existsSync('/proc/net/tcp')) return isAnswering(port)
  const sockets = listeningOn(port)
  try {
    return sockets.size > 0 && socketsOf(pid).some((socket) => sockets.has(socket))
  } catch {
    // It has ended.
    return false
  }
}
