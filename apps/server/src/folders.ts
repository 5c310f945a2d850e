import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode, reasonOf, SettingProblem, userName } from '#system-errors'

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

const cureOf = (variable: string, folder: string, error: unknown): string => {
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return `Free space there, or set ${variable} to a folder on another disk.`
  if (hasCode(error, 'EROFS')) return `Mount it for writing, or set ${variable} to a folder on another file system.`
  return `Make it for the user who runs facet (install -d -m 700 -o ${userName()} ${folder}), or set ${variable} to a folder this user may write to.`
}

/** Why the folder that a variable names cannot be used. */
export const folderProblem = (variable: string, folder: string, error: unknown): SettingProblem => {
  const reason = hasCode(error, 'ENOENT') ? 'it does not exist and cannot be made' : reasonOf(error)
  return new SettingProblem(variable, `the folder ${folder} cannot be used: ${reason}`, cureOf(variable, folder, error), error)
}
