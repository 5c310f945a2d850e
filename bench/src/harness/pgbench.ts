import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../../../tools/postgres.ts'

const run = promisify(execFile)

/** pgbench as the bars were measured: eight connections saturate two cores, and one thread drives them. */
const shape = ['-n', '-M', 'prepared', '-c', '8', '-j', '1']

/** `variables` are what each client starts with. */
export type PgbenchLoad = { url: string; script: string; seconds: number; variables?: Record<string, number> }
export type Transactions = { perSecond: number; transactions: number }

const findPgbench = async (): Promise<string> => {
  const folders = [await findPostgres(), ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  if (!found)
    throw new Error(
      'pgbench was not found: this bench compares with it. Servers that npm packages carry come without it; install the PostgreSQL of your system (Debian: postgresql and postgresql-contrib) so that pgbench lies beside postgres or on PATH.',
    )
  return found
}

/** Drives a script file with pgbench. A client that gave up means that something else was measured, so it throws. */
export const drivePgbench = async (load: PgbenchLoad): Promise<Transactions> => {
  const variables = Object.entries(load.variables ?? {}).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const { stdout } = await run(await findPgbench(), [...shape, ...variables, '-T', String(load.seconds), '-f', load.script, load.url])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
  const transactions = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
  if (transactions === 0) throw new Error('The measurement is broken: pgbench finished no transaction.')
  return { perSecond, transactions }
}
