import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPostgresTool } from './postgres-tool.ts'

const execute = promisify(execFile)

/** As in the recorded measurements: eight connections saturate two cores, and one thread drives them. */
const shape = ['-n', '-M', 'prepared', '-c', '8', '-j', '1']

/** `variables`: initial values of each client. */
export type PgbenchLoad = { url: string; script: string; seconds: number; variables?: Record<string, number> }
export type Transactions = { perSecond: number; transactions: number }

// A busy machine can stop for a second, but not for this many runs.
const maxRuns = 4

/** Drives a script with pgbench, longer if it finished no transaction. Throws if a client failed. */
export const drivePgbench = async (load: PgbenchLoad): Promise<Transactions> => {
  for (let run = 1; run <= maxRuns; run++) {
    const driven = await driveOnce({ ...load, seconds: load.seconds * run })
    if (driven.transactions > 0) return driven
  }
  throw new Error('The measurement is broken: pgbench finished no transaction.')
}

const driveOnce = async (load: PgbenchLoad): Promise<Transactions> => {
  const variables = Object.entries(load.variables ?? {}).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const { stdout } = await execute(await findPostgresTool('pgbench'), [
    ...shape,
    ...variables,
    '-T',
    String(load.seconds),
    '-f',
    load.script,
    load.url,
  ])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
  const transactions = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
  return { perSecond, transactions }
}
