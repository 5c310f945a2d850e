import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'
import { aliases } from './aliases.ts'

const root = join(import.meta.dirname, '..')

const colours = 'color:var(--facet-text);background:var(--facet-background);font:14px/1.5 var(--facet-font,sans-serif)'

/** What is drawn in frames of no origin, each in a document of its own. */
const frames = {
  html: {
    title: 'Report',
    body: '<div id="report"></div>',
    style: `body{margin:0;${colours}}#report{display:flow-root}a{color:var(--facet-accent)}`,
  },
  chart: {
    title: 'Chart',
    body: '<div id="chart" tabindex="0"></div>',
    style: `html,body{block-size:100%;overflow:hidden}body{margin:0;${colours}}#chart{block-size:100%;overflow:auto}#chart:focus-visible{outline:2px solid var(--facet-accent);outline-offset:-2px}svg,canvas{display:block}form:empty{display:none}`,
  },
}

export type FrameKind = keyof typeof frames

/** The document of such a frame: one script, which the service allows by its hash, and nothing that is loaded. */
export const frameDocument = async (kind: FrameKind): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, `src/widgets/${kind}/frame/main.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    write: false,
    alias: aliases,
  })
  // The text of a script ends where a tag would.
  const script = (outputFiles[0]?.text.trim() ?? '').replaceAll('</script', '<\\/script')
  const { title, body, style } = frames[kind]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}<script>${script}</script></body></html>\n`
}

/** Writes them beside the page. */
export const opaqueFrames = (): Plugin => ({
  name: 'opaque-frames',
  async generateBundle() {
    for (const kind of Object.keys(frames) as FrameKind[])
      this.emitFile({ type: 'asset', fileName: `${kind}-frame.html`, source: await frameDocument(kind) })
  },
})
