import fs from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createAddon } from './addon.ts'

type Resolve = (request: string, ...rest: unknown[]) => string

/** While `work` runs, this one path exists and is a module with these exports. */
const answering = <T>(require: NodeJS.Require, path: string, exports: unknown, work: () => T): T => {
  const { existsSync } = fs
  const { _resolveFilename: resolveFilename } = Module as unknown as { _resolveFilename: Resolve }
  const answer = new Module(path)
  Object.assign(answer, { exports, loaded: true, filename: path })
  require.cache[path] = answer
  const resolve = function resolve(this: unknown, request: string, ...rest: unknown[]): string {
    return request === path ? path : Reflect.apply(resolveFilename, this, [request, ...rest])
  }
  Object.assign(Module, { _resolveFilename: resolve })
  fs.existsSync = (asked) => asked === path || existsSync(asked)
  try {
    return work()
  } finally {
    fs.existsSync = existsSync
    Object.assign(Module, { _resolveFilename: resolveFilename })
  }
}

/**
 * Gives the engine in this folder its native addon: the real one where it lies beside the package and can be loaded, else this stand-in. The
 * engine asks for it once and keeps it, so nothing stays changed in this process. Returns whether it stands in.
 */
export const loadAddon = (engineFolder: string): boolean => {
  const require = createRequire(join(engineFolder, 'package.json'))
  const entry = require.resolve('@cubejs-backend/native')
  const path = join(dirname(entry), '../../index.node')
  const native = require(entry) as { loadNative: () => unknown }
  if (fs.existsSync(path))
    try {
      native.loadNative()
      return false
    } catch (error) {
      // Of another platform, or of another version of a library.
      process.stderr.write(`The native addon of Cube cannot be loaded: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  answering(require, path, createAddon(), () => native.loadNative())
  return true
}
