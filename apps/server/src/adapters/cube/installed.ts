import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isCompiled } from './compiled.ts'
import { lockfileHash, readManifest } from './manifest.ts'
import { engineVersions, findEngineVersion } from './versions.ts'

export type InstalledEngine = {
  version: string
  /** Holds package.json and node_modules; mounted read-only where the engine runs. */
  folder: string
  drivers: readonly string[]
  /** Whether it runs without its native addon, on the package that stands in for it. */
  isStandIn: boolean
  /** Whether this Node has compiled it already; then a start need not. */
  isCompiled: boolean
}

/** Upstream puts its native addon here. It is not part of the npm package, and install scripts, which fetch it, are off. */
export const addonIn = (engineFolder: string): string => join(engineFolder, 'node_modules/@cubejs-backend/native/index.node')

/** The engine of this version, if what is installed is what the lock file of this build says. */
export const findInstalledEngine = (enginesFolder: string, version: string): InstalledEngine | undefined => {
  const known = findEngineVersion(version)
  if (!known) return undefined
  const folder = join(enginesFolder, version)
  const manifest = readManifest(folder)
  if (manifest?.version !== version || manifest.lockfile !== lockfileHash(version)) return undefined
  return { version, folder, drivers: known.drivers, isStandIn: !existsSync(addonIn(folder)), isCompiled: isCompiled(folder) }
}

export const listInstalledEngines = (enginesFolder: string): InstalledEngine[] =>
  engineVersions.flatMap(({ version }) => findInstalledEngine(enginesFolder, version) ?? [])
