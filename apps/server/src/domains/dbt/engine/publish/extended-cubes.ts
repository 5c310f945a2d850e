import { basename } from 'node:path/posix'
import { kindOfPath } from '@facet/cube-model'
import type { ModelTree } from './model-tree.ts'
import { readTexts, type TreePlan } from './plan-tree.ts'

/** A cube that goes although a file that stays extends it: without a change of that file the model will not compile. */
export type ExtendedCube = { cube: string; file: string; line: number }

// YAML and JavaScript alike: `extends: orders`, `extends: 'orders'`. Jinja and computed names are left to the compiler.
const extension = /\bextends["']?[ \t]*:[ \t]*["'`]?([A-Za-z_$][\w$]*)/g
// A warning only: beyond these nothing is read for it.
const maxFileBytes = 1_048_576
const maxReadBytes = 16 * 1_048_576
const maxFound = 100

const cubeOf = (path: string): string => basename(path, '.yml')

const extensionsIn = ({ path, content }: { path: string; content: string }, gone: ReadonlySet<string>): ExtendedCube[] => {
  const found: ExtendedCube[] = []
  let line = 1
  let at = 0
  for (const { 1: cube = '', index } of content.matchAll(extension)) {
    if (!gone.has(cube)) continue
    const before = content.slice(at, index)
    line += before.split('\n').length - 1
    at = index
    if (!/#|\/\//.test(before.slice(before.lastIndexOf('\n') + 1))) found.push({ cube, file: path, line })
    if (found.length === maxFound) break
  }
  return found
}

/** Which of the cubes that a plan deletes are still extended by a file it does not touch. */
export const findExtended = async (tree: ModelTree, { writes, deletes, files }: TreePlan): Promise<ExtendedCube[]> => {
  const kept = new Set(files.map(cubeOf))
  const gone = new Set(deletes.map(cubeOf).filter((cube) => !kept.has(cube)))
  if (gone.size === 0) return []
  const touched = new Set([...deletes, ...writes.map(({ path }) => path)])
  const others = tree.entries.filter(({ path, mode }) => mode.startsWith('100') && kindOfPath(path) !== 'other' && !touched.has(path))
  const found: ExtendedCube[] = []
  let bytes = 0
  for (const entry of others) {
    const size = await tree.objects.sizeOf(entry.oid)
    if (size > maxFileBytes || (bytes += size) > maxReadBytes) continue
    for (const text of await readTexts(tree, [entry])) found.push(...extensionsIn(text, gone))
  }
  return found
}
