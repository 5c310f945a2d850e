import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nobody } from '#adapters/sandbox'
import { enginePrograms } from './programs.ts'

const folderName = 'compiled'

/** Where it is inside a sandbox, in which the engine is mounted at this path. */
export const compiledIn = (engineFolder: string): string => join(engineFolder, folderName)

// Node keeps one for each of its versions, and for each user.
const isForNow = (name: string): boolean => name.startsWith(`${process.version}-${process.arch}-`) && name.endsWith(`-${nobody}`)

/** Whether the Node that runs this has compiled the engine in this folder. */
export const isCompiled = (engineFolder: string): boolean =>
  existsSync(compiledIn(engineFolder)) && readdirSync(compiledIn(engineFolder)).some(isForNow)

const model = `cubes:
  - name: first
    sql_table: first
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: at, sql: at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, sql: "{CUBE}.amount", type: sum }
    access_policy:
      - { group: "*", row_level: { allow_all: true } }
  - name: second
    sql: SELECT * FROM second
    joins:
      - { name: first, sql: "{CUBE}.first_id = {first.id}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
views:
  - name: both
    cubes:
      - { join_path: second.first, includes: "*", prefix: true }
`

const socketIn = (folder: string): string => join(folder, 's')

type Run = { folder: string; engineFolder: string; into: string }

const variablesOf = ({ folder, engineFolder, into }: Run): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  TZ: 'UTC',
  NODE_PATH: join(engineFolder, 'node_modules'),
  NODE_COMPILE_CACHE: into,
  NODE_COMPILE_CACHE_PORTABLE: '1',
  FACET_ENGINE_FOLDER: engineFolder,
  FACET_MODEL_FOLDER: folder,
  FACET_SOCKET: socketIn(folder),
  FACET_ENGINE_AUDIENCE: 'nobody',
  FACET_ENGINE_PUBLIC_KEY: JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })),
  CUBEJS_DB_TYPE: 'postgres',
})

const timeoutMs = 120_000

/** Asked and answered, it has begun to serve in earnest, and ends when it is told to. */
const askThenEnd = (child: ChildProcess, socketPath: string): void => {
  const end = (): void => void child.kill('SIGTERM')
  request({ socketPath, path: '/readyz' }, (response) => response.resume().on('end', end))
    .on('error', end)
    .end()
}

/** Runs to its end; one that serves is told to end when it is ready. Node writes what it made when a process ends by itself. */
const runNode = async (args: readonly string[], run: Run): Promise<void> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: variablesOf(run),
    cwd: run.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('"ready"')) askThenEnd(child, socketIn(run.folder))
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}.`)
}

/** Inside a sandbox whoever runs is nobody, and looks for what is nobody's. */
const giveToNobody = async (into: string): Promise<void> => {
  const own = `-${process.getuid?.() ?? nobody}`
  for (const name of await readdir(into)) {
    const path = join(into, name)
    await chmod(path, 0o755)
    for (const entry of await readdir(path)) await chmod(join(path, entry), 0o644)
    if (name.endsWith(own)) await rename(path, join(into, `${name.slice(0, -own.length)}-${nobody}`))
  }
}

/**
 * Keeps what Node makes of the sources of an engine, which is a third of every start. It is made here, by running the engine on a model of
 * ours: what a sandbox could write, one model could poison for all others, so there it can only be read.
 */
export const compileSources = async (engineFolder: string, drivers: readonly string[]): Promise<void> => {
  const programs = enginePrograms()
  const folder = await mkdtemp(join(tmpdir(), 'facet-compile-'))
  const into = await mkdtemp(join(engineFolder, `.${folderName}-`))
  try {
    await mkdir(join(folder, 'model'))
    await writeFile(join(folder, 'model/model.yml'), model)
    const run = { folder, engineFolder, into }
    await runNode([join(programs.folder, programs.serve)], run)
    await runNode([join(programs.folder, programs.compile)], run)
    // One that needs what is not on this machine is compiled when it is used.
    for (const driver of drivers)
      await runNode(['-e', `require(${JSON.stringify(`@cubejs-backend/${driver}-driver`)})`], run).catch(() => undefined)
    await giveToNobody(into)
    await chmod(into, 0o755)
    await rm(compiledIn(engineFolder), { recursive: true, force: true })
    await rename(into, compiledIn(engineFolder))
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(into, { recursive: true, force: true })
  }
}
