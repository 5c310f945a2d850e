import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Fonts that are the same on every machine. */
const files: Readonly<Record<string, string>> = {
  '/fonts/latin-400.woff2': '@fontsource/inter/files/inter-latin-400-normal.woff2',
  '/fonts/latin-600.woff2': '@fontsource/inter/files/inter-latin-600-normal.woff2',
  '/fonts/japanese-400.woff2': '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff2',
}

export const fontPaths: readonly string[] = Object.keys(files)

/** The font at an address of the gallery. */
export const fontFile = (path: string): Buffer | null => (files[path] ? readFileSync(require.resolve(files[path])) : null)
