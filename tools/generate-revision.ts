import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The highest there is: beside each other two are left by a merge of branches that both changed functions. */
const revisionIn = (text: string): number => Math.max(0, ...[...text.matchAll(/"revision": (\d+)/g)].map(([, number]) => Number(number)))

/** Raised with every change of a function file, so that builds know which of them has the newer functions. */
export const nextRevision = (text: string, checksum: string): string =>
  text === print(revisionIn(text), checksum) ? text : print(revisionIn(text) + 1, checksum)

const print = (revision: number, checksum: string): string => `{ "revision": ${revision}, "checksum": "${checksum}" }\n`

export const generateRevision = (path: string, checksum: string): string => {
  const file = join(root, path)
  return nextRevision(existsSync(file) ? readFileSync(file, 'utf8') : '', checksum)
}
