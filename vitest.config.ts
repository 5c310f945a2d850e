import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Most tests wait for a database or a process: every core can have one, and one more.
const maxWorkers = availableParallelism() + 1
const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

/** `core` needs Node and a PostgreSQL, nothing else; `tools` also needs what tools/setup installs. */
export default defineConfig({
  test: {
    maxWorkers,
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
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 120_000,
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
    ],
  },
})
