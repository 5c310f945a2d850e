import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { bundleWorkflows } from '../apps/server/src/adapters/temporal/bundle.ts'
import { bundlePrograms } from './packed/bundle-programs.ts'
import { buildPageIfStale, inputsOf as pageInputs, pageFolder } from './web/build-page.ts'
import { noticeOf, noticesSeparator } from './packed/notices.ts'

const root = join(import.meta.dirname, '..')
const server = join(root, 'apps/server')
const dist = join(server, 'dist')

/** The folder of the package that a file of the bundle came from, or nothing for one of ours. */
const packageOf = (input: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]

/** The files of libraries in the bundle of workflows, by the names it has for them. */
const inputsOf = async (bundled: string): Promise<string[]> =>
  [...(await readFile(bundled, 'utf8')).matchAll(/^\/\*\*\*\/ "[./]*(node_modules\/[^"?]+)"/gm)].flatMap((match) => match[1] ?? [])

/**
 * What the package `facet` runs: all of the program and of the libraries under it in a few files of JavaScript, with the versions of
 * the lock file. Not minified: a stack trace should say where it was.
 */
const bundle = async (): Promise<void> => {
  rmSync(dist, { recursive: true, force: true })
  const { metafile } = await build({
    entryPoints: {
      main: join(server, 'src/main.ts'),
      'sandbox-init': join(server, 'src/adapters/sandbox/init.ts'),
      // Loaded by path, by the library that runs workflows.
      'failure-converter': join(server, 'src/adapters/temporal/failure-converter.ts'),
      'model-worker': join(server, 'src/domains/modeling/engine/comparer/model-worker.ts'),
      'chart-worker': join(server, 'src/domains/content/engine/chart-worker.ts'),
    },
    outdir: dist,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    keepNames: true,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
    // Asked for only by those who installed them. The second has a native part for each system, and only workers need it.
    external: ['pg-native', '@temporalio/worker'],
    // Libraries in the older form of modules ask for what Node has by a function that modules of today do not have.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)" },
  })
  const workflows = await bundleWorkflows(join(server, 'src/process/generated/workflows.ts'), join(dist, 'workflows.js'))
  await buildPageIfStale()
  // What begins with a dot is about the build, and not for the page.
  cpSync(pageFolder, join(dist, 'embed'), { recursive: true, filter: (path) => !basename(path).startsWith('.') })
  const inputs = [...Object.keys(metafile.inputs), ...(await inputsOf(workflows)), ...pageInputs(pageFolder)]
  const folders = new Set(inputs.flatMap((input) => packageOf(input) ?? []))
  const notices = [...folders].map((folder) => noticeOf(join(root, folder))).toSorted()
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), `${notices.join(noticesSeparator)}\n`)
  // Where tools look for it, and pages where messages of the program say they are.
  cpSync(join(root, 'LICENSE'), join(server, 'LICENSE'))
  rmSync(join(server, 'docs'), { recursive: true, force: true })
  cpSync(join(root, 'docs/operate'), join(server, 'docs/operate'), { recursive: true })
  // Looked for beside the file that uses them, as in the sources.
  cpSync(join(root, 'packages/cube-model/src/starter/files'), join(dist, 'files'), { recursive: true })
}

await bundle()
await bundlePrograms(dist, 'cube-process', ['compile', 'serve', 'test-connection'])
await bundlePrograms(dist, 'dbt-convert', ['convert'])
