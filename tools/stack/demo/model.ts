import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../state.ts'

const folder = join(root, 'examples/demo-model')

export type ModelFile = { path: string; content: string }

/** The files of the demo's data model, with the paths they have in the repository of the deployment. */
export const demoModel = (): ModelFile[] =>
  globSync(['README.md', 'model/**/*.yml'], { cwd: folder })
    .toSorted()
    .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }))
