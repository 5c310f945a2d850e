import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from '@facet/testkit/cache'
import { dataSettings } from './data-folder.ts'
import { rootKey } from './key-rings.ts'

const main = join(import.meta.dirname, '../src/main.ts')

export type Ran = { code: number | null; stdout: string; stderr: string }

/** The settings a program needs against this database; nothing of the surrounding environment gets in. */
export const programEnv = (databaseUrl: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...compileCache(),
  FACET_MODE: 'development',
  FACET_DATABASE_URL: databaseUrl,
  FACET_ROOT_KEY: rootKey(7).toString('base64'),
  FACET_LISTEN: '127.0.0.1:0',
  ...dataSettings(databaseUrl),
  ...more,
})

// What root may do beyond its files comes from capabilities: without them it is a user like any other.
const withoutPrivileges = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []

/** Runs a program to its end. One that does not end is killed, and its code is null. */
const runToEnd = ([command = '', ...args]: string[], env: Record<string, string>): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { env, timeout: 60_000, killSignal: 'SIGKILL' }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

/** Runs `facet` as a process. A case that does not need one uses `runFacet` of command-line.ts, which takes a tenth of the time. */
export const runFacetProcess = (args: string[], env: Record<string, string>): Promise<Ran> =>
  runToEnd([process.execPath, main, ...args], env)

/** Runs `facet` to its end behind another program. */
export const runFacetBehind = (before: string[], args: string[], env: Record<string, string>): Promise<Ran> =>
  runToEnd([...before, process.execPath, main, ...args], { PATH: process.env['PATH'] ?? '', ...env })

/** Runs an ECMAScript module as a user without the privileges of root. */
export const runModuleUnprivileged = (source: string): Promise<Ran> =>
  runToEnd([...withoutPrivileges, process.execPath, '--input-type=module', '-e', source], { PATH: process.env['PATH'] ?? '' })

/** Runs `facet` as a user without the privileges of root. */
export const runFacetUnprivileged = (args: string[], env: Record<string, string>): Promise<Ran> =>
  runFacetBehind(withoutPrivileges, args, env)

/** Starts `facet` as a process. */
export const spawnFacet = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [main, ...args], { env, stdio: 'ignore' })

// Root has a view of the file systems for itself; others first need a namespace in which they are root.
const ownMounts = ['unshare', process.getuid?.() === 0 ? '--mount' : '--map-root-user', '--mount']

/** Whether this machine lets a test mount something for a program of its own. */
export const canMount = (): boolean =>
  spawnSync(ownMounts[0] ?? '', [...ownMounts.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Puts before a program that it sees file systems which this shell script makes, and nobody else does. */
export const withMounts = (script: string): string[] => [...ownMounts, 'sh', '-ec', `${script}\nexec "$0" "$@"`]

export type Serving = { process: ChildProcess; address: string; log: () => string; ended: Promise<number | null> }

/** Starts `facet serve` as a process, behind another program if one is given, and resolves when it listens. */
export const spawnServe = (env: Record<string, string>, before: string[] = []): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const [command = '', ...args] = [...before, process.execPath, main, 'serve']
    const child = spawn(command, args, { env: before.length === 0 ? env : { PATH: process.env['PATH'] ?? '', ...env } })
    let log = ''
    const ended = new Promise<number | null>((end) => child.once('exit', end))
    const hear = (bytes: Buffer): void => {
      log += bytes.toString()
      const address = /"address":"([^"]+)"/.exec(log)?.[1]
      if (address) resolve({ process: child, address, log: () => log, ended })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => reject(new Error(`facet serve ended with ${code}: ${log}`)))
  })
