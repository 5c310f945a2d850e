import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { withNightly } from './tools/ci/nightly-files.ts'
import { SlowFirst } from './tools/ci/slow-first.ts'

// Most tests wait for a database or a process, so there are two workers more than cores.
const maxWorkers = availableParallelism() + 2
// Files of one worker share its modules: loading them for each file took a quarter of the time. A database, a server and folders of
// its own isolate each file.
const shared = {
  pool: 'forks' as const,
  isolate: false,
  setupFiles: ['tools/ci/test-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** `core` needs Node and a PostgreSQL, nothing else; `tools` also needs what tools/setup installs. */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'core',
          include: withNightly(['{packages,apps}/*/{src,test}/**/*.test.ts', 'examples/*/test/**/*.test.ts']),
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'tools',
          include: withNightly(['tools/**/*.test.ts', 'trials/**/*.test.ts', '{packages,apps}/*/browser/**/*.test.ts']),
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['apps/server/test/global-setup.ts', 'apps/embed/browser/global-setup.ts'],
        },
      },
    ],
  },
})
