import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPlainFile } from './plain-file.ts'

/**
 * What dbt keeps of a project between runs, so that only changed files are parsed again. It is written by whatever the project runs, so it
 * is kept apart by `key`: nobody reads another's.
 */
export type ParseStates = {
  /** Puts the state of a key where dbt looks for it; whether there was one. */
  restore: (key: string, artifactsFolder: string) => Promise<boolean>
  /** Keeps what dbt wrote, unless it is refused: dbt notes the values of the variables that a project asked for. */
  keep: (key: string, artifactsFolder: string, mayKeep: (file: string) => Promise<boolean>) => Promise<void>
}

const fileName = 'partial_parse.msgpack'
const maxStateBytes = 256 * 1_048_576
const maxStates = 100

const removeOldest = async (folder: string): Promise<void> => {
  const names = await readdir(folder)
  if (names.length <= maxStates) return
  const dated = await Promise.all(
    names.map(async (name) => ({ name, usedMs: (await lstat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  for (const { name } of dated.toSorted((a, b) => b.usedMs - a.usedMs).slice(maxStates)) await rm(join(folder, name), { force: true })
}

/** States in a folder of this node: one that is lost costs a full parse, and nothing else. */
export const createParseStates = (folder: string): ParseStates => {
  const pathOf = (key: string): string => join(folder, createHash('sha256').update(key).digest('hex'))
  return {
    restore: async (key, artifactsFolder) => {
      const isThere = await copyPlainFile(pathOf(key), join(artifactsFolder, fileName), maxStateBytes)
      if (isThere) await utimes(pathOf(key), new Date(), new Date()).catch(() => undefined)
      return isThere
    },
    keep: async (key, artifactsFolder, mayKeep) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = `${pathOf(key)}-${randomBytes(6).toString('hex')}`
      try {
        const isCopied = await copyPlainFile(join(artifactsFolder, fileName), made, maxStateBytes)
        if (isCopied && (await mayKeep(made))) await rename(made, pathOf(key))
      } finally {
        await rm(made, { force: true })
      }
      await removeOldest(folder)
    },
  }
}
