import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pictures } from './studio.ts'

/** Recorded pictures lie in a folder named after the version of the browser that drew them. */
export const goldenFolder = import.meta.dirname

const folderOf = (version: string): string => join(goldenFolder, version)
const fingerprintFile = 'fingerprint'
const ending = '.png'

export const recordedNames = (version: string): string[] =>
  existsSync(folderOf(version))
    ? readdirSync(folderOf(version))
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .toSorted()
    : []

/** The pictures of this version. Null where it has none, or where they were drawn by a machine that draws otherwise. */
export const readRecorded = ({ version, fingerprint }: { version: string; fingerprint: string }): Pictures | null => {
  const file = join(folderOf(version), fingerprintFile)
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== fingerprint) return null
  return new Map(recordedNames(version).map((name) => [name, readFileSync(join(folderOf(version), name + ending))]))
}

export const writeRecorded = ({ version, fingerprint }: { version: string; fingerprint: string }, pictures: Pictures): string => {
  const folder = folderOf(version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, picture] of pictures) writeFileSync(join(folder, name + ending), picture)
  writeFileSync(join(folder, fingerprintFile), `${fingerprint}\n`)
  return folder
}
