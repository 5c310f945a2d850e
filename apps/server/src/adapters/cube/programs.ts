import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

/** The programs that run inside the sandbox. */
export type EnginePrograms = {
  /** Holds them and all of ours that they import; mounted read-only. */
  folder: string
  /** Relative to the folder. */
  compile: string
  serve: string
  testConnection: string
}

/** In an installed package they are bundled; in a checkout Node runs the sources. */
export const enginePrograms = (): EnginePrograms => {
  const bundled = packageFile('dist/cube-process')
  const sources = packageFile('../../packages')
  return existsSync(join(sources, 'cube-process/bin/serve.ts'))
    ? {
        folder: sources,
        compile: 'cube-process/bin/compile.ts',
        serve: 'cube-process/bin/serve.ts',
        testConnection: 'cube-process/bin/test-connection.ts',
      }
    : { folder: bundled, compile: 'compile.js', serve: 'serve.js', testConnection: 'test-connection.js' }
}
