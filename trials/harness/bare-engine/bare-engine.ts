import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { engineVersions, findInstalledEngine } from '../../../apps/server/src/adapters/cube/index.ts'
import type { ModelFile } from './model.ts'

/** Settings that replace Cube Store and the native addon, which are not installed. */
const settings = {
  NODE_ENV: 'production',
  CUBEJS_TELEMETRY: 'false',
  CUBEJS_CACHE_AND_QUEUE_DRIVER: 'memory',
  CUBEJS_TESSERACT_SQL_PLANNER: 'false',
  CUBEJS_TRANSPILATION_NATIVE: 'false',
}

export type BareEngine = {
  /** The program that serves it. */
  program: string
  environment: (listen: string, modelFolder: string) => Record<string, string>
  writeModel: (files: readonly ModelFile[]) => string
  close: () => void
}

const engineFolder = (): string => {
  const version = engineVersions[0]?.version ?? ''
  const engine = findInstalledEngine(process.env['FACET_ENGINES_FOLDER'] ?? '', version)
  if (!engine) throw new Error(`The engine ${version} is not installed. Run tools/setup, and . tools/env.`)
  return engine.folder
}

/** The upstream engine, bundled into one JavaScript file. */
export const openBareEngine = async (secret: string, warehouse: readonly { name: string; value: string }[]): Promise<BareEngine> => {
  const engine = engineFolder()
  const folder = mkdtempSync(join(tmpdir(), 'fb-'))
  const program = join(folder, 'bare.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'bare-program.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  })
  return {
    program,
    environment: (listen, modelFolder) => ({
      ...Object.fromEntries(warehouse.map(({ name, value }) => [name, value])),
      ...settings,
      CUBEJS_API_SECRET: secret,
      BARE_LISTEN: listen,
      FACET_ENGINE_FOLDER: engine,
      FACET_MODEL_FOLDER: modelFolder,
      NODE_PATH: join(engine, 'node_modules'),
      PATH: process.env['PATH'] ?? '',
      TZ: 'UTC',
    }),
    writeModel: (files) => {
      const model = join(folder, randomBytes(6).toString('hex'))
      for (const { path, content } of files) {
        mkdirSync(join(model, dirname(path)), { recursive: true })
        writeFileSync(join(model, path), content)
      }
      return model
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
