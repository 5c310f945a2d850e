import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** The programs of the sandbox as they are packed: each package in a folder of its own, since that is all of ours that is mounted there. */
export const bundlePrograms = async (dist: string, folder: string, names: readonly string[]): Promise<void> => {
  await build({
    entryPoints: names.map((name) => join(root, `packages/${folder}/bin/${name}.ts`)),
    outdir: join(dist, folder),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    keepNames: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
}
