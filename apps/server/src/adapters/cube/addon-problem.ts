import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { addonIn, findInstalledEngine } from './installed.ts'

const run = promisify(execFile)
const timeoutMs = 20_000

/** Loads an addon in a process of its own: one of another platform may end the process that loads it. */
const loads = (addon: string): Promise<boolean> =>
  run(process.execPath, ['-e', 'process.dlopen({ exports: {} }, process.argv[1])', addon], { timeout: timeoutMs, env: {} }).then(
    () => true,
    () => false,
  )

/** The versions whose native addon is there and cannot be loaded on this machine. */
export const findBrokenAddons = async (enginesFolder: string, versions: readonly string[]): Promise<ReadonlySet<string>> => {
  const broken = await Promise.all(
    versions.map(async (version) => {
      const engine = findInstalledEngine(enginesFolder, version)
      const addon = engine && addonIn(engine.folder)
      return addon !== undefined && existsSync(addon) && !(await loads(addon)) ? [version] : []
    }),
  )
  return new Set(broken.flat())
}
