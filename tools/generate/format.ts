import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const root = join(import.meta.dirname, '../..')

/**
 * Formats what generators wrote as `pnpm format` would, so that a generated file is never reformatted afterwards. All of them by one
 * process, in a folder of their own: a process for each would cost far more than the formatting.
 */
export const formatFiles = async (files: Iterable<readonly [path: string, content: string]>): Promise<Map<string, string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-format-'))
  try {
    const paths = [...files].map(([path, content]) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
      return path
    })
    if (paths.length > 0)
      await promisify(execFile)(process.execPath, [biome, 'format', '--write', `--config-path=${root}`, '.'], { cwd: folder })
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
