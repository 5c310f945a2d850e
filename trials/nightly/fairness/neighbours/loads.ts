import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { RequestKind } from './requests.ts'

export type Stream = { kind: RequestKind; perSecond: number; from: number }
/** How long requests are sent, and their timeout. */
export type Pace = { seconds: number; patienceMs: number }
export type OpenLoad = { url: string; streams: Stream[] } & Pace
export type ClosedLoad = { url: string; kinds: RequestKind[]; connections: number; everyMs: number; from: number }

export type Sample = { stream: string; ms: number; status: number; code: string }

export type Command = { do: 'open'; load: OpenLoad } | { do: 'closed'; load: ClosedLoad } | { do: 'stop' }
export type Report = { samples: Sample[] } | { counts: Record<string, number> }

/** A process that only sends requests, pinned to one core so that it leaves the other cores to the service. */
export type Generator = {
  /** Sends at fixed rates. */
  open: (load: OpenLoad) => Promise<Sample[]>
  /** Sends without a pause until stopped. Returns how many of each response came. */
  closed: (load: ClosedLoad) => { stop: () => Promise<Record<string, number>> }
  close: () => Promise<void>
}

const program = join(import.meta.dirname, 'generator.ts')

const reportOf = (child: ChildProcess): Promise<Report> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The generator ended.'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as Report)
    })
  })

// All generators share the last core.
const core = String(cpus().length - 1)

export const startGenerator = (): Generator => {
  const child = fork(program, { execPath: 'taskset', execArgv: ['-c', core, process.execPath], stdio: 'inherit' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const tell = (command: Command): void => void child.send(command)
  return {
    open: async (load) => {
      const reported = reportOf(child)
      tell({ do: 'open', load })
      const report = await reported
      return 'samples' in report ? report.samples : []
    },
    closed: (load) => {
      const reported = reportOf(child)
      // `stop` reports the error.
      reported.catch(() => undefined)
      tell({ do: 'closed', load })
      return {
        stop: async () => {
          tell({ do: 'stop' })
          const report = await reported
          return 'counts' in report ? report.counts : {}
        },
      }
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
