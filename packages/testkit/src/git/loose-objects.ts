import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'

// A git process costs a test tens of milliseconds when the test's own process is large, because a fork copies its page tables.
// These functions write the same files without one.

export type ObjectType = 'blob' | 'tree' | 'commit'

/** Writes one loose object and returns its SHA-1. */
export const writeLooseObject = (gitDir: string, type: ObjectType, content: string | Buffer): string => {
  const body = Buffer.from(content)
  const object = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])
  const sha = createHash('sha1').update(object).digest('hex')
  const file = join(gitDir, 'objects', sha.slice(0, 2), sha.slice(2))
  if (existsSync(file)) return sha
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, deflateSync(object, { level: 1 }), { mode: 0o444 })
  return sha
}

/** The content of a tree that holds plain files. */
export const flatTree = (blobs: readonly { name: string; sha: string }[]): Buffer => {
  const named = blobs.map(({ name, sha }) => ({ name: Buffer.from(name), sha: Buffer.from(sha, 'hex') }))
  const sorted = named.toSorted((left, right) => Buffer.compare(left.name, right.name))
  return Buffer.concat(sorted.flatMap(({ name, sha }) => [Buffer.from('100644 '), name, Buffer.from([0]), sha]))
}

const readIfFile = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
    throw error
  }
}

/** The commit that a full ref name (`refs/…`) points to, or null. */
export const findLooseRef = (gitDir: string, ref: string): string | null => {
  const loose = readIfFile(join(gitDir, ref))?.trim()
  if (loose !== undefined) return loose
  const packed = readIfFile(join(gitDir, 'packed-refs')) ?? ''
  return (
    packed
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.slice(0, 40) ?? null
  )
}

export const writeLooseRef = (gitDir: string, ref: string, sha: string): void => {
  const file = join(gitDir, ref)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.lock`, `${sha}\n`)
  renameSync(`${file}.lock`, file)
}

/** Makes an empty bare repository whose HEAD is `main`. */
export const initBareRepository = (gitDir: string): void => {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'hooks', 'info']) {
    mkdirSync(join(gitDir, folder), { recursive: true })
  }
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n')
}
