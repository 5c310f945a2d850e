import { join } from 'node:path'
import { build } from 'esbuild'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

/** Where the document has it: before anything that is fetched. */
const place = '<!-- start.ts -->'

/** Writes the script that runs first into the document, where the policy of the page allows it by its hash. */
const startInDocument = (): Plugin => ({
  name: 'start-in-document',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      if (!html.includes(place)) throw new Error(`index.html has no ${place} for the script that runs first.`)
      const { outputFiles } = await build({
        entryPoints: [join(root, 'src/start.ts')],
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

export default defineConfig({
  root,
  base: '/embed/',
  plugins: [startInDocument()],
  build: {
    // Those that know `light-dark()` and Trusted Types, or do without the latter.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // A file written into another has no name, so it is neither cached nor allowed by the policy of the page.
    assetsInlineLimit: 0,
  },
})
