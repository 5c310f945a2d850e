import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildScript } from '../bin/build-script.ts'

const bundle = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    // StrictMode mounts components twice only in development.
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]?.text ?? ''
}

/** Writes the SDK, with its integrity value, and the scripts of the test sites into a folder. */
export const buildSdkInto = async (folder: string): Promise<void> => {
  const [{ bytes, integrity }, react, page] = await Promise.all([buildScript(), bundle('react-host.ts'), bundle('fake-page.ts')])
  const files = { 'facet-embed.js': bytes, integrity, 'react.js': react, 'page.js': page }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}
