import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { compressFolder } from './compress.ts'
import { sourceDigest } from './source-digest.ts'

const root = join(import.meta.dirname, '../..')
const app = join(root, 'apps/embed')

/** Where the service of a checkout looks for the page. */
export const pageFolder = join(app, 'dist')

const digestName = '.digest'
const chunksName = '.chunks.json'

const digestOf = (folder: string): string | null =>
  existsSync(join(folder, digestName)) ? readFileSync(join(folder, digestName), 'utf8') : null

/** The files that each script of a build was made of, those of libraries among them, by their paths from the top of the checkout. */
export const chunksOf = (folder: string): Record<string, string[]> =>
  JSON.parse(readFileSync(join(folder, chunksName), 'utf8')) as Record<string, string[]>

export const inputsOf = (folder: string): string[] => [...new Set(Object.values(chunksOf(folder)).flat())].toSorted()

/** Whatever the shell is set to: libraries choose their form by this, and the one for development is twice as large. */
const inProduction = async <T>(build: () => Promise<T>): Promise<T> => {
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    return await build()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

export const buildPageInto = async (folder: string): Promise<void> => {
  // Loaded here: whoever only asks whether a build is stale should not wait for it.
  const { build } = await import('vite')
  const { pageConfig } = await import('../../apps/embed/build/page-config.ts')
  const digest = sourceDigest()
  const built = await inProduction(() =>
    build({
      ...pageConfig,
      configFile: false,
      logLevel: 'warn',
      build: { ...pageConfig.build, outDir: folder, emptyOutDir: true, reportCompressedSize: false },
    }),
  )
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.flatMap((output) =>
    output.type === 'chunk' ? [[output.fileName, output.moduleIds.filter(isAbsolute).map((path) => relative(root, path))] as const] : [],
  )
  compressFolder(folder)
  // Names with a dot in front are not served.
  writeFileSync(join(folder, chunksName), JSON.stringify(Object.fromEntries(chunks)))
  writeFileSync(join(folder, digestName), digest)
}

/** Another build may be put in the same place at the same moment: both are as good. */
const putInPlace = (made: string): void => {
  rmSync(pageFolder, { recursive: true, force: true })
  try {
    renameSync(made, pageFolder)
  } catch (error) {
    if (digestOf(pageFolder) !== digestOf(made)) throw error
  }
}

/** Builds the page elsewhere and moves it into its place whole: a service that starts meanwhile never reads half of one. */
export const buildPage = async (): Promise<void> => {
  // On the same disk, and where neither git nor the linter looks.
  const beside = join(app, 'node_modules/.page')
  mkdirSync(beside, { recursive: true })
  const made = mkdtempSync(join(beside, 'made-'))
  try {
    // Made for its owner alone; the service may run as somebody else.
    chmodSync(made, 0o755)
    await buildPageInto(made)
    putInPlace(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

const isCurrent = (): boolean => digestOf(pageFolder) === sourceDigest()

/** Builds the page unless what is there was made of the same sources. */
export const buildPageIfStale = async (onBuild: () => void = () => undefined): Promise<void> => {
  if (isCurrent()) return
  onBuild()
  await buildPage()
}

/** Copies the built page if it matches the sources. Builds it into the folder otherwise. */
export const copyPageInto = async (folder: string): Promise<void> => {
  if (isCurrent()) cpSync(pageFolder, folder, { recursive: true })
  else await buildPageInto(folder)
}
