import { defineConfig } from 'vitest/config'
import { mutatedFolder } from './folders.ts'

/** The tests of one pure folder: no database, no processes, no shared setup. */
export default defineConfig({
  test: { include: [`${mutatedFolder}/**/*.test.ts`], pool: 'forks', isolate: false, testTimeout: 30_000 },
})
