import { existsSync } from 'node:fs'
import { mkdir, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode, reasonOf, SettingProblem, userName } from '#kernel/system-errors'

const ownerOnly = 0o700

const isFolder = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

/**
 * Makes a folder and those above it, and answers which it made, the innermost first. `mkdir` of Node with `recursive` never ends
 * where the system says that a folder does not exist although the one above it does, as below /proc.
 */
export const makeFolder = async (path: string, mode = ownerOnly): Promise<string[]> => {
  try {
    await mkdir(path, { mode })
    return [path]
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await isFolder(path))) return []
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
  }
  const above = await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
    return [path, ...above]
  } catch (error) {
    // Another process made it in the meantime.
    if (hasCode(error, 'EEXIST')) return above
    throw error
  }
}

const withAllAbove = (path: string): string[] => (dirname(path) === path ? [path] : [path, ...withAllAbove(dirname(path))])

/** Does something, and removes the folders that it made at these paths and above them, unless there is something in them. */
export const leavingNoFolders = async <T>(paths: readonly string[], work: () => Promise<T>): Promise<T> => {
  const absent = [...new Set(paths.flatMap(withAllAbove))].filter((path) => !existsSync(path))
  try {
    return await work()
  } finally {
    for (const path of absent.toSorted((a, b) => b.length - a.length)) await rmdir(path).catch(() => undefined)
  }
}

/** A disk without room may have some again in a moment, and what is only read is read from it nevertheless. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT')

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined

/** Where below the folder the right is missing, or the folder itself: the innermost that is there. */
const findRefused = (folder: string, error: unknown): string => {
  const path = hasCode(error, 'EACCES', 'EPERM') ? (pathOf(error) ?? folder) : folder
  if (!path.startsWith(`${folder}/`)) return folder
  return withAllAbove(path).find((each) => each === folder || existsSync(each)) ?? folder
}

const cureOf = (variable: string, folder: string, refused: string, error: unknown): string => {
  if (isDiskFull(error)) return `Free space there, or set ${variable} to a folder on another disk.`
  if (hasCode(error, 'EROFS')) return `Mount it for writing, or set ${variable} to a folder on another file system.`
  const cure =
    refused === folder
      ? `Make it for the user who runs facet (install -d -m 700 -o ${userName()} ${folder})`
      : `Give the folder and all in it to the user who runs facet (chown -R ${userName()} ${folder} && chmod -R u+rwX ${folder})`
  return `${cure}, or set ${variable} to a folder this user may write to.`
}

/** Why the folder that a variable names cannot be used. */
export const folderProblem = (variable: string, folder: string, error: unknown): SettingProblem => {
  const refused = findRefused(folder, error)
  const reason = hasCode(error, 'ENOENT') ? 'it does not exist and cannot be created' : reasonOf(error)
  const problem = `the folder ${folder} cannot be used: ${refused === folder ? '' : `${refused}: `}${reason}`
  return new SettingProblem(variable, problem, cureOf(variable, folder, refused, error), error)
}
