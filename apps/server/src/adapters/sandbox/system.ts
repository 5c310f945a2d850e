import { existsSync, lstatSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostsFile } from './egress.ts'
import { initEnding, initProgram } from './init-program.ts'
import { initInside, nobody, nodeInside } from './inside.ts'
import { systemCallFilter } from './system-calls.ts'

/** What of the machine there is inside: programs and libraries, to be read. What was installed by hand stays outside. */
const programs = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const hidden = ['/usr/local', '/usr/src', '/usr/games']
const shown = ['/etc/ssl/certs', '/etc/pki/tls/certs', '/etc/pki/ca-trust/extracted', '/etc/ld.so.cache', '/etc/alternatives']
const devices = ['null', 'zero', 'full', 'random', 'urandom']

const madeFiles = {
  passwd: `nobody:x:${nobody}:${nobody}:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: `nogroup:x:${nobody}:\n`,
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  'resolv.conf': '',
  hosts: hostsFile([]),
}

/** Writes the files that stand for the machine's own, into a folder outside. */
export const makeEtc = (folder: string): void => {
  mkdirSync(folder, { mode: 0o700 })
  for (const [name, text] of Object.entries(madeFiles)) writeFileSync(join(folder, name), text)
}

/** Filters of system calls, as files. */
export type FilterFiles = {
  usual: string
  /** For programs whose disk is watched. */
  watched: string
}

/** Writes what the kernel is asked about system calls, beside them; null for a machine that is not known. */
export const writeFilters = (folder: string): FilterFiles | null => {
  const [usual, watched] = [systemCallFilter(process.arch), systemCallFilter(process.arch, true)]
  if (!usual || !watched) return null
  const files = { usual: join(folder, 'filter'), watched: join(folder, 'filter-watched') }
  writeFileSync(files.usual, usual)
  writeFileSync(files.watched, watched)
  return files
}

const program = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** The part of the arguments that is the same for every program. */
export const systemArguments = (etc: string, node: string): string[] => [
  ...['--ro-bind', '/usr', '/usr'],
  ...hidden.flatMap((path) => (existsSync(path) ? ['--tmpfs', path, '--remount-ro', path] : [])),
  ...programs.flatMap(program),
  ...shown.flatMap((path) => (existsSync(path) ? ['--ro-bind', path, path] : [])),
  ...Object.keys(madeFiles).flatMap((name) => (name === 'hosts' ? [] : ['--ro-bind', join(etc, name), `/etc/${name}`])),
  ...['--ro-bind', node, nodeInside, '--ro-bind', initProgram, initInside(initEnding)],
  ...devices.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
  ...['--symlink', '/proc/self/fd', '/dev/fd', '--symlink', '/proc/self/fd/0', '/dev/stdin'],
  ...['--symlink', '/proc/self/fd/1', '/dev/stdout', '--symlink', '/proc/self/fd/2', '/dev/stderr'],
]
