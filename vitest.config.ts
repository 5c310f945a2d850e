import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/ci/longest-first.ts'

// Most tests wait for a database or a process: every core can have one, and there are two more.
const maxWorkers = availableParallelism() + 2
// Files that a worker takes one after another share its modules: loading them again for each took a quarter of the time. What
// keeps tests apart is a database, a server and folders of their own.
const setupFiles = ['tools/test-file-end.ts']
const shared = { pool: 'forks', isolate: false, setupFiles, testTimeout: 120_000, hookTimeout: 120_000 } as const

/** `core` needs Node and a PostgreSQL, nothing else; `tools` also needs what tools/setup installs. */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'core',
          include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts', '{packages,apps}/*/browser/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
    ],
  },
})
