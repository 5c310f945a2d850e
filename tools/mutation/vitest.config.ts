import { defineConfig } from 'vitest/config'
import { mutatedFolder } from './folders.ts'

/** The tests of one pure folder: no database, no processes, no shared setup. Tests that start an engine are too slow to run per mutant. */
export default defineConfig({
  test: {
    include: [`${mutatedFolder}/**/*.test.ts`],
    exclude: ['**/engine.test.ts', '**/node_modules/**'],
    pool: 'forks',
    isolate: false,
    testTimeout: 30_000,
  },
})
