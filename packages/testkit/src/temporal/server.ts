import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseTemporalPorts, type TemporalPorts, temporalProgram } from './program.ts'

/** A Temporal of our own on a PostgreSQL of our own. */
export type TemporalServer = {
  address: string
  stop: () => Promise<void>
  /** Ends it at once, as a fault would; `start` brings it back at the same address with what it kept. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

const startTimeoutMs = 60_000
const pollMs = 50

/** Whether it answers: that somebody listens there says little, since it listens before it can do anything. */
export const isTemporalUp = (httpUrl: string): Promise<boolean> =>
  fetch(`${httpUrl}/api/v1/system-info`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )

type Options = { ports?: TemporalPorts }

/** Ends with `stop`, or with this process. `postgresUrl` is of a user who may make databases. */
export const startTemporal = async (folder: string, postgresUrl: string, options: Options = {}): Promise<TemporalServer> => {
  const ports = options.ports ?? (await chooseTemporalPorts())
  const { command, env, address, httpUrl } = await temporalProgram(folder, postgresUrl, ports)
  const logFile = join(folder, 'temporal.log')
  let end: (signal: NodeJS.Signals) => Promise<void> = async () => undefined

  const start = async (): Promise<void> => {
    const [program, ...args] = command
    const log = openSync(logFile, 'a')
    const child = spawn(program, args, { env, stdio: ['ignore', log, log] })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const endChild = (): void => void child.kill('SIGKILL')
    process.once('exit', endChild)
    end = async (signal) => {
      process.off('exit', endChild)
      child.kill(signal)
      await ended
    }
    const deadline = performance.now() + startTimeoutMs
    while (!(await isTemporalUp(httpUrl))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await end('SIGKILL')
        throw new Error(`Temporal did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
      }
      await pause(pollMs)
    }
  }
  await start()
  return { address, start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
