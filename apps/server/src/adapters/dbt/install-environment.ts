import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#kernel/folders'
import { hasCode } from '#kernel/system-errors'
import { type DbtEnvironment, findDbtEnvironment, pythonIn } from './environments.ts'
import { type EnvironmentManifest, lockFile, lockHash, manifestName } from './locked.ts'
import { type DbtVersion, findDbtVersion, unknownDbtVersion } from './versions.ts'

type Env = Readonly<Record<string, string | undefined>>

const keptOutput = 4000

const run = async (command: string, args: readonly string[], env: Env): Promise<void> => {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptOutput)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${said.trim() || 'it said nothing'}`)
}

const cure = 'Install Python 3.11 or newer with its venv module (Debian and Ubuntu: python3 and python3-venv) and run this again.'

/** Where the sandbox has its programs too: a Python of somebody's home folder is not seen from inside. */
const systemPythons = ['/usr/local/bin/python3', '/usr/bin/python3']

/** The first for which the lock file was made. */
const findPython = async (pythons: readonly string[], env: Env): Promise<string> => {
  const problems: unknown[] = []
  for (const python of pythons) {
    try {
      await run(python, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'], env)
      return python
    } catch (error) {
      problems.push(error)
    }
  }
  throw new Error(`There is no Python for dbt at ${pythons.join(' or ')}. ${cure}`, {
    cause: new AggregateError(problems, 'None of these can be used.'),
  })
}

const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input']
// Wheels alone: what is built from source runs code of a package on this machine, with this user's rights.
const byTheLock = ['--quiet', '--require-hashes', '--only-binary', ':all:', '--no-deps']

/** What no longer finds its interpreter once the folder is moved; dbt is run as a module. */
const removePrograms = async (root: string): Promise<void> => {
  for (const name of await readdir(join(root, 'bin')))
    if (!name.startsWith('python')) await rm(join(root, 'bin', name), { recursive: true, force: true })
}

const importAll = ({ warehouses }: DbtVersion): string =>
  `import importlib\nfor name in ${JSON.stringify(warehouses)}: importlib.import_module('dbt.adapters.' + name)\nimport dbt.cli.main`

const fill = async (root: string, known: DbtVersion, interpreter: string, env: Env): Promise<void> => {
  await run(interpreter, ['-m', 'venv', '--clear', root], env)
  const python = pythonIn(root)
  await run(python, [...pip, 'install', ...byTheLock, '-r', lockFile(known.version)], env)
  await run(python, [...pip, 'uninstall', '--yes', '--quiet', 'pip'], env)
  await removePrograms(root)
  // An adapter that cannot be loaded shows here and not in somebody's sync.
  await run(python, ['-I', '-c', importAll(known)], env)
}

/** Moved into place whole: a process that dies leaves a folder that nobody takes for an environment. */
const replace = async (made: string, root: string): Promise<void> => {
  const old = `${made}.old`
  await rename(root, old).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
  await rename(made, root)
  await rm(old, { recursive: true, force: true })
}

export type DbtInstallation = { environment: DbtEnvironment; wasInstalled: boolean }

/** Installs a version of this build's list; one that is there as the lock file says is left as it is. */
export const installDbt = async (
  dbtFolder: string,
  version: string,
  env: Env,
  pythons: readonly string[] = systemPythons,
): Promise<DbtInstallation> => {
  const known = findDbtVersion(version)
  if (!known) throw new Error(unknownDbtVersion(version))
  const present = findDbtEnvironment(dbtFolder, version)
  if (present) return { environment: present, wasInstalled: true }
  const found = await findPython(pythons, env)
  await makeFolder(dbtFolder, 0o755)
  const made = await mkdtemp(join(dbtFolder, `.${version}-`))
  try {
    await fill(made, known, found, env)
    const interpreter = await realpath(pythonIn(made))
    const manifest: EnvironmentManifest = { version, lockfile: lockHash(version), interpreter }
    await writeFile(join(made, manifestName), `${JSON.stringify(manifest)}\n`)
    // A temporary folder is its owner's alone; an environment is read by whoever runs it.
    await chmod(made, 0o755)
    await replace(made, join(dbtFolder, version))
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  const environment = findDbtEnvironment(dbtFolder, version)
  if (!environment) throw new Error(`dbt ${version} was installed in ${dbtFolder} and is not there: something else changes this folder.`)
  return { environment, wasInstalled: false }
}
