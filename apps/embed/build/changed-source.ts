import { readFileSync } from 'node:fs'
import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin } from 'vite'

/** The text of a file of ours as it is built; null where it stays as it is. */
export type ChangeSource = (path: string) => string | null

const ours = /\.tsx?$/

/** For whoever builds the page with a fault in it, to see that the fault is noticed. */
export const changedInVite = (change: ChangeSource): Plugin => ({
  name: 'changed-source',
  enforce: 'pre',
  load: (id) => (ours.test(id) ? change(id) : null),
})

/** The same for what is written into the documents. */
export const changedInEsbuild = (change: ChangeSource): EsbuildPlugin => ({
  name: 'changed-source',
  setup: (build) =>
    build.onLoad({ filter: ours }, ({ path }) => ({
      contents: change(path) ?? readFileSync(path, 'utf8'),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
})
