import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Load = {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** A Lua script that makes the requests. Defaults to plain requests of the URL. */
  script?: string
}
export type Throughput = { perSecond: number; p50Micros: number; p99Micros: number; requests: number }

const microsPer: Record<string, number> = { us: 1, ms: 1000, s: 1_000_000 }

/** Drives a URL with wrk. Throws if a response is not 2xx or 3xx. */
export const driveWrk = async (load: Load): Promise<Throughput> => {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [
    '-t1',
    `-c${load.connections}`,
    `-d${load.seconds}`,
    '--latency',
    // Longer than a pause of the machine. The default is 2 s.
    '--timeout',
    '30s',
    ...(load.script ? ['-s', load.script] : []),
    ...headers,
    load.url,
  ]
  const { stdout } = await run('wrk', args).catch((cause: unknown) => {
    throw new Error('wrk could not be run; tools/setup installs it.', { cause })
  })
  const problem = /^ *(Non-2xx or 3xx responses|Socket errors): .*$/m.exec(stdout)?.[0]
  if (problem) throw new Error(`The measurement is broken: ${problem.trim()}`)
  const perSecond = Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1] ?? 0)
  const requests = Number(/(\d+) requests in /.exec(stdout)?.[1] ?? 0)
  if (requests === 0) throw new Error('The measurement is broken: no request was answered.')
  const microsAt = (percent: number): number => {
    const [, value = '0', unit = ''] = new RegExp(`^ *${percent}% +([\\d.]+)(us|ms|s)$`, 'm').exec(stdout) ?? []
    return Number(value) * (microsPer[unit] ?? Number.NaN)
  }
  return { perSecond, requests, p50Micros: microsAt(50), p99Micros: microsAt(99) }
}
