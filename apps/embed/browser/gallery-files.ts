import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { build, type Loader, type Plugin } from 'esbuild'
import { aliasesIn } from '../build/aliases.ts'
import { frameDocument } from '../build/opaque-frames.ts'

/** A change of one file of the page: the text that stands there once, and what stands in its place. */
export type SourceChange = { file: string; find: string; put: string }

const checkout = join(import.meta.dirname, '../../..')

const changed = (text: string, { file, find, put }: SourceChange): string => {
  if (text.split(find).length !== 2) throw new Error(`${file} does not say "${find}" exactly once: the planted change is out of date.`)
  return text.replace(find, () => put)
}

const loaders: Readonly<Record<string, Loader>> = { '.css': 'local-css', '.ts': 'ts', '.tsx': 'tsx' }

/** Changes the text of files as they are loaded. */
const planting = (root: string, changes: readonly SourceChange[]): Plugin => ({
  name: 'planting',
  setup: (bundle) => {
    for (const change of changes) {
      const path = join(root, change.file)
      const contents = changed(readFileSync(path, 'utf8'), change)
      const filter = new RegExp(`${path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
      bundle.onLoad({ filter }, () => ({ contents, loader: loaders[extname(path)] ?? 'default' }))
    }
  },
})

/** Scripts and styles of the gallery by their paths, out of the sources of this checkout or of another. */
export const galleryFiles = async (root = checkout, changes: readonly SourceChange[] = []): Promise<ReadonlyMap<string, Uint8Array>> => {
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
    plugins: [planting(root, changes)],
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
