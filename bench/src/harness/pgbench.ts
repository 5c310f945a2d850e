import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPostgresTool } from './postgres-tool.ts'

const run = promisify(execFile)

/** pgbench as the bars were measured: eight connections saturate two cores, and one thread drives them. */
const shape = ['-n', '-M', 'prepared', '-c', '8', '-j', '1']

/** `variables` are what each client starts with. */
export type PgbenchLoad = { url: string; script: string; seconds: number; variables?: Record<string, number> }
export type Transactions = { perSecond: number; transactions: number }

/** Drives a script file with pgbench. A client that gave up means that something else was measured, so it throws. */
export const drivePgbench = async (load: PgbenchLoad): Promise<Transactions> => {
  const variables = Object.entries(load.variables ?? {}).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const { stdout } = await run(await findPostgresTool('pgbench'), [
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
  if (transactions === 0) throw new Error('The measurement is broken: pgbench finished no transaction.')
  return { perSecond, transactions }
}
