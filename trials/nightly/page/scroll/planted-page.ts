import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const app = join(import.meta.dirname, '../../../../apps/embed')

export type Fault = 'rows' | 'near' | 'leak'

const isOn = (fault: Fault): string => `globalThis.plantedFault === '${fault}'`

/** Each is in the page that is built here and does nothing until it is turned on: one build is enough for all. */
const changes = [
  // Every row is in the document.
  { file: 'src/widgets/table/row-window.ts', find: 'const overscan = 6', put: `const overscan = ${isOn('rows')} ? 1e9 : 6` },
  // Every widget is drawn at once.
  {
    file: 'src/layout/use-near.ts',
    find: '    observer.observe(current)',
    put: `    if (${isOn('near')}) { setIsNear(true); told.current() }\n    observer.observe(current)`,
  },
  // Rows that were shown are kept.
  {
    file: 'src/widgets/table/DataTable.tsx',
    find: '  const { locale } = look\n',
    put: `  const { locale } = look\n  if (${isOn('leak')}) (globalThis.kept ??= new Set()).add(data)\n`,
  },
]

const changed = (path: string, text: string): string =>
  changes
    .filter(({ file }) => path === join(app, file))
    .reduce((changing, { file, find, put }) => {
      if (changing.split(find).length !== 2)
        throw new Error(`${file} does not say "${find}" exactly once: the planted fault is out of date.`)
      return changing.replace(find, () => put)
    }, text)

/** Whether the faults still fit the source; throws where one does not. */
export const checkFaults = (): void => {
  for (const { file } of changes) changed(join(app, file), readFileSync(join(app, file), 'utf8'))
}

const planting: Plugin = { name: 'planting', enforce: 'pre', transform: (text, path) => changed(path, text) }

/** The page with its faults. */
export const buildPlantedPage = async (folder: string): Promise<void> => {
  checkFaults()
  // Loaded here: whoever lists the trials should not wait for it.
  const { build } = await import('vite')
  await build({
    configFile: join(app, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
    plugins: [planting],
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
  })
}
