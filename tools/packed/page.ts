import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Block = { language: string; text: string }

const dedented = (text: string): string => text.replaceAll(/^ {3}/gm, '')

/** The blocks of a page of docs/operate that say `run`, in their order. */
export const blocksOf = (page: string): Block[] => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operate', page), 'utf8')
  return [...text.matchAll(/^ *```(\w+) run\n(.*?)^ *```$/gms)].map(([, language = '', content = '']) => ({
    language,
    text: dedented(content),
  }))
}
