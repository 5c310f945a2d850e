import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Files that lie in a folder of generated ones although no generator made them: left over from something that is gone. */
export const staleFiles = (files: ReadonlyMap<string, string>): string[] => {
  const folders = new Set([...files.keys()].map((path) => dirname(path)).filter((folder) => folder.endsWith('/generated')))
  return [...folders].flatMap((folder) => globSync(`${folder}/*`, { cwd: root })).filter((path) => !files.has(path))
}

/** Writes what differs, takes away what is stale, and says which files those were. */
export const writeFiles = (files: ReadonlyMap<string, string>): string[] => {
  const changed = [...files].filter(
    ([path, content]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== content,
  )
  for (const [path, content] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const stale = staleFiles(files)
  for (const path of stale) rmSync(join(root, path), { recursive: true })
  return [...changed.map(([path]) => `wrote ${path}`), ...stale.map((path) => `removed ${path}`)]
}
