import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { lockHash, readEnvironmentManifest } from './locked.ts'
import { type DbtVersion, dbtVersions, findDbtVersion } from './versions.ts'

/** dbt with its adapters, ready to run: `python -m dbt.cli.main`. */
export type DbtEnvironment = DbtVersion & {
  /** Mounted read-only where dbt runs. */
  root: string
  /** Inside `root`, and a link to the interpreter of this machine. */
  python: string
  /** What that link leads to. */
  interpreter: string
}

const interpreterOf = (python: string): string | undefined => {
  try {
    return realpathSync(python)
  } catch {
    return undefined
  }
}

export const pythonIn = (root: string): string => join(root, 'bin/python')

/** The environment of this version, if what is installed is what the lock file of this build says, and its Python is still there. */
export const findDbtEnvironment = (dbtFolder: string, version: string): DbtEnvironment | undefined => {
  const known = findDbtVersion(version)
  if (!known) return undefined
  const root = join(dbtFolder, version)
  const manifest = readEnvironmentManifest(root)
  if (manifest?.version !== version || manifest.lockfile !== lockHash(version)) return undefined
  const interpreter = interpreterOf(pythonIn(root))
  // Packages belong to one minor version: those of another Python are not found by this one.
  if (interpreter === undefined || interpreter !== manifest.interpreter) return undefined
  return { ...known, root, python: pythonIn(root), interpreter }
}

/** What is installed of the versions of this build. */
export const lookAtDbt = (dbtFolder: string): { installed: string[]; missing: string[] } => {
  const isThere = ({ version }: DbtVersion): boolean => findDbtEnvironment(dbtFolder, version) !== undefined
  const versionsOf = (list: readonly DbtVersion[]): string[] => list.map(({ version }) => version)
  return { installed: versionsOf(dbtVersions.filter(isThere)), missing: versionsOf(dbtVersions.filter((each) => !isThere(each))) }
}
