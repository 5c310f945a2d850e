import { createHash, randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * What dbt keeps of a project between runs, so that only changed files are parsed again. It is written by whatever the project runs, so it
 * is kept apart by `key`: nobody reads another's.
 */
export type ParseStates = {
  /** Puts the state of a key where dbt looks for it; whether there was one. */
  restore: (key: string, artifactsFolder: string) => Promise<boolean>
  keep: (key: string, artifactsFolder: string) => Promise<void>
}

const fileName = 'partial_parse.msgpack'
const maxStateBytes = 256 * 1_048_576
const maxStates = 100

/** Opened as what it is, or not at all: a link would lead out of the folder, and a pipe would be waited for. */
const copyPlainFile = async (from: string, to: string): Promise<boolean> => {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  if (!source) return false
  try {
    const found: Stats = await source.stat()
    if (!found.isFile() || found.size > maxStateBytes) return false
    const target = await open(to, 'wx', 0o600)
    await pipeline(source.createReadStream({ autoClose: false, end: maxStateBytes }), target.createWriteStream())
    return true
  } finally {
    await source.close()
  }
}

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
      const isThere = await copyPlainFile(pathOf(key), join(artifactsFolder, fileName))
      if (isThere) await utimes(pathOf(key), new Date(), new Date()).catch(() => undefined)
      return isThere
    },
    keep: async (key, artifactsFolder) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = `${pathOf(key)}-${randomBytes(6).toString('hex')}`
      try {
        if (await copyPlainFile(join(artifactsFolder, fileName), made)) await rename(made, pathOf(key))
      } finally {
        await rm(made, { force: true })
      }
      await removeOldest(folder)
    },
  }
}
