import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '#system-errors'

const mode = 0o700

const isFolder = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

/**
 * Makes a folder and those above it, and answers which it made, the innermost first. `mkdir` of Node with `recursive` never ends
 * where the system says that a folder does not exist although the one above it does, as below /proc.
 */
export const makeFolder = async (path: string): Promise<string[]> => {
  try {
    await mkdir(path, { mode })
    return [path]
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await isFolder(path))) return []
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
  }
  const above = await makeFolder(dirname(path))
  try {
    await mkdir(path, { mode })
    return [path, ...above]
  } catch (error) {
    // Another process made it in the meantime.
    if (hasCode(error, 'EEXIST')) return above
    throw error
  }
}
