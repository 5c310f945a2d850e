import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Every entry below a folder with what would show that it was touched: kind, size, time and content. Access leaves no trace here. */
export const snapshotOf = (folder: string): Map<string, string> => {
  const seen = new Map<string, string>()
  const walk = (at: string): void => {
    for (const name of readdirSync(at)) {
      const path = join(at, name)
      const state = lstatSync(path)
      if (state.isDirectory()) {
        seen.set(relative(folder, path), 'folder')
        walk(path)
      } else {
        const content = state.isSymbolicLink() ? readlinkSync(path) : createHash('sha1').update(readFileSync(path)).digest('hex')
        seen.set(relative(folder, path), `${state.mode} ${state.mtimeMs} ${content}`)
      }
    }
  }
  walk(folder)
  return seen
}

export const differences = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    // A file, or a folder of a change that ended while this one was read.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'ENOENT')) return []
    throw error
  }
}

/** Every path below a folder that the program is working in. */
export const listPaths = (folder: string, prefix = ''): string[] =>
  namesIn(join(folder, prefix)).flatMap((name) => [`${prefix}${name}`, ...listPaths(folder, `${prefix}${name}/`)])

const areas = new Set(['copies', 'edits', 'incoming'])
const expectedInCopy = /^(HEAD|refs|objects(\/(info(\/alternates)?|pack(\/pack-[0-9a-f]{64}\.(pack|idx))?))?)$/

/** What is in a work folder that an engine without a hole would not have put there. */
export const strangersIn = (workFolder: string): string[] =>
  listPaths(workFolder).filter((path) => {
    const [, area, name, ...rest] = path.split('/')
    if (area === undefined) return false
    if (!areas.has(area)) return true
    if (area !== 'copies' || name === undefined || rest.length === 0) return false
    return !expectedInCopy.test(rest.join('/'))
  })

/** Files anywhere below a folder that are called as the attacks call theirs. */
export const namedAs = (folder: string, mark: string): string[] => listPaths(folder).filter((path) => path.includes(mark))
