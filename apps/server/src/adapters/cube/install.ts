import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#kernel/folders'
import { hasCode } from '#kernel/system-errors'
import { compileSources } from './compiled.ts'
import { findInstalledEngine, type InstalledEngine } from './installed.ts'
import { lockedFolder, lockfileHash, type EngineManifest, manifestName } from './manifest.ts'
import { getEngineVersion } from './versions.ts'

type Env = Readonly<Record<string, string | undefined>>

const keptOutput = 4000

/** npm takes what the lock file says, by its hashes, and runs no script of any package. */
const runNpm = async (folder: string, env: Env): Promise<void> => {
  const args = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptOutput)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${said.trim() || 'it said nothing'}`)
}

/** Moved into place whole: a process that dies leaves a folder that nobody takes for an engine. */
const replace = async (made: string, folder: string): Promise<void> => {
  const old = `${made}.old`
  await rename(folder, old).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
  await rename(made, folder)
  await rm(old, { recursive: true, force: true })
}

/** What cannot be compiled ahead, such as an engine in a folder that is not ours to write to, is compiled at every start instead. */
const withCompiled = async (engine: InstalledEngine): Promise<InstalledEngine> => {
  if (engine.isCompiled) return engine
  const isCompiled = await compileSources(engine.folder, engine.drivers).then(
    () => true,
    () => false,
  )
  return { ...engine, isCompiled }
}

export type Installation = { engine: InstalledEngine; wasInstalled: boolean }

/** Installs a version of this build's list; one that is there as the lock file says is left as it is. */
export const installEngine = async (enginesFolder: string, version: string, env: Env): Promise<Installation> => {
  getEngineVersion(version)
  const present = findInstalledEngine(enginesFolder, version)
  if (present) return { engine: await withCompiled(present), wasInstalled: true }
  await makeFolder(enginesFolder, 0o755)
  const made = await mkdtemp(join(enginesFolder, `.${version}-`))
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(lockedFolder(version), file), join(made, file))
    await runNpm(made, env)
    const manifest: EngineManifest = { version, lockfile: lockfileHash(version) }
    await writeFile(join(made, manifestName), `${JSON.stringify(manifest)}\n`)
    // A temporary folder is its owner's alone; an engine is read by whoever runs it.
    await chmod(made, 0o755)
    await replace(made, join(enginesFolder, version))
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  const engine = findInstalledEngine(enginesFolder, version)
  if (!engine)
    throw new Error(`The engine ${version} was installed in ${enginesFolder} and is not there: something else changes this folder.`)
  return { engine: await withCompiled(engine), wasInstalled: false }
}
