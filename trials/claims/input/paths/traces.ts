import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    // A file, or a folder that was removed meanwhile.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'ENOENT')) return []
    throw error
  }
}

/** Every path below a folder that the service may be writing to. */
export const listPaths = (folder: string, prefix = ''): string[] =>
  namesIn(join(folder, prefix)).flatMap((name) => [`${prefix}${name}`, ...listPaths(folder, `${prefix}${name}/`)])

/** Mode, modification time and content of every entry below a folder. */
export const snapshotOf = (folder: string): Map<string, string> =>
  new Map(
    listPaths(folder).map((name) => {
      const path = join(folder, name)
      const state = lstatSync(path)
      if (state.isDirectory()) return [name, 'folder']
      const content = state.isSymbolicLink() ? readlinkSync(path) : createHash('sha1').update(readFileSync(path)).digest('hex')
      return [name, `${state.mode} ${state.mtimeMs} ${content}`]
    }),
  )

export const differences = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))

const areas = new Set(['copies', 'edits', 'incoming'])
const expectedInCopy = /^(HEAD|refs|objects(\/(info(\/alternates)?|pack(\/pack-[0-9a-f]{64}\.(pack|idx))?))?)$/

/** Entries of the work folder that the service does not create in normal operation. */
export const unexpectedPaths = (workFolder: string): string[] =>
  listPaths(workFolder).filter((path) => {
    const [, area, name, ...rest] = path.split('/')
    if (area === undefined) return false
    if (!areas.has(area)) return true
    if (area !== 'copies' || name === undefined || rest.length === 0) return false
    return !expectedInCopy.test(rest.join('/'))
  })
