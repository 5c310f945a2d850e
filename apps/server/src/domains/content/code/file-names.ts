import { createHash } from 'node:crypto'
import { sortName } from '#domains/content/items'

/** Says what an archive is. */
export const headFile = 'content.json'
export const head = { format: 'facet-content', version: 1 } as const

/** One text for a path of folders, however its names are written. */
export const pathKey = (path: readonly string[]): string => JSON.stringify(path.map(sortName))

const maxSpokenLength = 40
// A longer slug would make names of files that plain archives cannot hold.
const maxDirectoryLength = 60

const spoken = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxSpokenLength)

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const folderFileName = (path: readonly string[]): string =>
  `folders/${[spoken(path.at(-1) ?? ''), shortHash(pathKey(path))].filter(Boolean).join('-')}.json`

export const reportFileName = (publicId: string): string => `reports/${publicId}.json`

/** Of a workbook, with a slash at its end. */
export const workbookDirectory = ({ slug, key }: { slug?: string | null | undefined; key: string }): string =>
  `workbooks/${slug && slug.length <= maxDirectoryLength ? slug : key}/`
