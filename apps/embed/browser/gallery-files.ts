import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { build, type Loader, type Plugin } from 'esbuild'
import { aliasesIn } from '../build/aliases.ts'

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
