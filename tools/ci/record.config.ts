import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from '../../vitest.config.ts'

const projects = (config.test?.projects ?? []) as TestProjectInlineConfiguration[]
const recorder = join(import.meta.dirname, 'recorder.ts')

/**
 * The tests as ever, with the recorder in each file. Isolated, so that what a module does while it is loaded counts for every test
 * file that loads it and not only for the first of its worker.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: projects.map((project) => ({
      ...project,
      test: { ...project.test, isolate: true, setupFiles: [project.test?.setupFiles ?? [], recorder].flat() },
    })),
  },
})
