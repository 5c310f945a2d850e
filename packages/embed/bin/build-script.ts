import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'esbuild'

const source = join(import.meta.dirname, '../src')

/** As a host's bundler makes it of one entry, without React, which the host has already. */
export const bundle = async (entry: string, format: 'esm' | 'iife', external: string[] = []): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    format,
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    external,
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error(`Nothing was made of ${entry}.`)
  return file.contents
}

/** The file for pages without a bundler, and what a browser holds it to. */
export const buildScript = async (): Promise<{ bytes: Uint8Array; integrity: string }> => {
  const bytes = await bundle('script.ts', 'iife')
  return { bytes, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` }
}
