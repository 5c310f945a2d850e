import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { aliasesIn } from '../build/aliases.ts'
import { frameDocument } from '../build/opaque-frames.ts'

const checkout = join(import.meta.dirname, '../../..')

/** Scripts and styles of the gallery by their paths, out of the sources of this checkout or of another. */
export const galleryFiles = async (root = checkout): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'apps/embed/browser/gallery.tsx')],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    outdir: '/',
    write: false,
    alias: aliasesIn(join(root, 'apps/embed')),
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]))
}

/** The files of the gallery, and the documents of the frames in it, by their paths. */
export type GalleryFiles = ReadonlyMap<string, Uint8Array>

const frameFiles = async (): Promise<[string, Uint8Array][]> => {
  const [html, chart] = await Promise.all([frameDocument('html'), frameDocument('chart')])
  return [
    ['/html-frame.html', Buffer.from(html)],
    ['/chart-frame.html', Buffer.from(chart)],
  ]
}

/** Builds the gallery with its frames. Names in it are flat. */
export const buildGalleryInto = async (folder: string): Promise<void> => {
  for (const [path, content] of [...(await galleryFiles()), ...(await frameFiles())]) writeFileSync(join(folder, path), content)
}

export const readGallery = (folder: string): GalleryFiles =>
  new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))
