import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../net/free-port.ts'
import { findPostgres } from './find-postgres.ts'

const run = promisify(execFile)

/** A PostgreSQL server of our own, on a folder and a free port. */
export type Cluster = {
  url: (database: string, user?: string, password?: string) => string
  port: number
  folder: string
  pid: () => number
  stop: () => Promise<void>
}

type Owner = { uid?: number; gid?: number }

/** The server refuses to run as root, so root hands it to the `postgres` user, or to nobody where there is none. */
const ownerOfServer = async (): Promise<Owner> => {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (flag: string): Promise<number> => {
    const { stdout } = await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']))
    return Number(stdout)
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

const giveTo = (owner: Owner, path: string): void => {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
}

export type StartOptions = { port?: number; durable: boolean; settings?: Record<string, string>; password?: string }

/** Nothing needs to survive a crash. Compiling a plan costs more than the short queries of tests. */
const settingsOfTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  jit: 'off',
}

/** Makes the cluster when the folder is new, then starts it. `durable: false` is for tests, where a crash loses nothing anyone needs. */
export const startPostgres = async (folder: string, options: StartOptions): Promise<Cluster> => {
  const bin = await findPostgres()
  const owner = await ownerOfServer()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  giveTo(owner, folder)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const secret = join(folder, 'initdb-password')
    if (options.password) {
      writeFileSync(secret, options.password, { mode: 0o600 })
      giveTo(owner, secret)
    }
    const auth = options.password ? ['--auth=scram-sha-256', `--pwfile=${secret}`] : ['--auth=trust']
    await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', ...auth, '--encoding=UTF8', '--no-locale', '--no-sync'], {
      ...owner,
      cwd: folder,
    })
    rmSync(secret, { force: true })
  }
  const port = options.port ?? (await freePort())
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(options.durable ? {} : settingsOfTests),
    ...options.settings,
  }
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  giveTo(owner, join(data, 'postgresql.auto.conf'))
  await run(join(bin, 'pg_ctl'), ['-D', data, '-l', join(folder, 'postgres.log'), '-w', '-t', '60', 'start'], { ...owner, cwd: folder })
  const pid = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    port,
    folder,
    pid,
    url: (database, user = 'postgres', password = options.password) =>
      `postgres://${user}${password ? `:${encodeURIComponent(password)}` : ''}@127.0.0.1:${port}/${database}`,
    stop: () => stopPostgres(folder),
  }
}

/** Stops the server of this folder, if one runs there. */
export const stopPostgres = async (folder: string): Promise<void> => {
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'postmaster.pid'))) return
  const owner = await ownerOfServer()
  await run(join(await findPostgres(), 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'], { ...owner, cwd: folder })
}
