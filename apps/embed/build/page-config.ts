import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin, UserConfig } from 'vite'
import { aliases } from './aliases.ts'
import { isRuntime, oneShell, runtimeInEach } from './one-shell.ts'
import { opaqueFrames } from './opaque-frames.ts'

const root = join(import.meta.dirname, '..')

/** Where a document has it: before anything that is fetched. */
const place = /<!-- ([\w/]*start\.ts) -->/

/** Writes the script that runs first into each document, where the policy of the page allows it by its hash. */
const startInDocument = (): Plugin => ({
  name: 'start-in-document',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      const name = place.exec(html)?.[1]
      if (name === undefined) throw new Error('A document has no <!-- start.ts --> for the script that runs first.')
      const { outputFiles } = await build({
        entryPoints: [join(root, 'src', name)],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2023',
        write: false,
      })
      return html.replace(place, () => `<script>${outputFiles[0]?.text.trim() ?? ''}</script>`)
    },
  },
})

/** Which layer is stronger is said by the file of styles that is loaded first, and which one that is, is the build's choice: each says it. */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.module.css') ? `@layer tokens, base, components;\n${code}` : null),
})

/** What is loaded later needs nothing but the shell and its styles, which are there: the bundler's helper would look for what else to fetch. */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})

/** A class has the name of its file, which no other has: the usual hashes and line numbers weigh as much as a small widget. */
const scopedName = (name: string, file: string): string => `${name}_${basename(file.split('?')[0] ?? file, '.module.css')}`

/** How the page is built. */
export const pageConfig: UserConfig = {
  root,
  base: '/embed/',
  plugins: [layerOrder(), plainImports(), startInDocument(), opaqueFrames(), runtimeInEach()],
  resolve: { alias: aliases },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    // Those that know `light-dark()` and Trusted Types, or do without the latter.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !isRuntime(file)) },
    // A file written into another has no name, so it is neither cached nor allowed by the policy of the page.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: join(root, 'index.html'), doctor: join(root, 'doctor.html') },
      output: { codeSplitting: oneShell },
    },
  },
}
