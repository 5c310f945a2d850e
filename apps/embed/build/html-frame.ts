import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'
import { type ChangeSource, changedInEsbuild } from './changed-source.ts'

const root = join(import.meta.dirname, '..')

const style =
  'body{margin:0;color:var(--facet-text);background:var(--facet-background);font:14px/1.5 var(--facet-font,sans-serif)}#report{display:flow-root}a{color:var(--facet-accent)}'

/** The document that HTML reports are drawn in: one script, which the service allows by its hash, and nothing that is loaded. */
export const htmlFrameDocument = async (change: ChangeSource = () => null): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/widgets/html/frame/main.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    write: false,
    plugins: [changedInEsbuild(change)],
  })
  const script = outputFiles[0]?.text.trim() ?? ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title><style>${style}</style></head><body><div id="report"></div><script>${script}</script></body></html>\n`
}

/** Writes it beside the page. */
export const htmlFrame = (change: ChangeSource): Plugin => ({
  name: 'html-frame',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'html-frame.html', source: await htmlFrameDocument(change) })
  },
})
