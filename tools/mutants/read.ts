import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, '../../mutants')

/** A planted fault: a patch, and the test files and trials that must detect it. Trials are written as `security/isolation`. */
export type Mutant = { name: string; patch: string; files: string[]; tests: string[]; trials: string[] }

/** Reads the lines `tests: <file> …` and `trials: <family>/<name> …` before the diff. Git ignores them. */
export const readMutant = (name: string, patch: string): Mutant => {
  const [header = ''] = patch.split(/^diff --git /m)
  const listed = (key: string): string[] => new RegExp(`^${key}: (.+)$`, 'm').exec(header)?.[1]?.trim().split(/\s+/) ?? []
  const [tests, trials] = [listed('tests'), listed('trials')]
  if (tests.length + trials.length === 0)
    throw new Error(`${name}.patch must start with "tests: <test file> …" or "trials: <family>/<name> …".`)
  const files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path)
  return { name, patch, files, tests, trials }
}

/** All of `mutants/<area>/<name>.patch`. */
export const readMutants = (): Mutant[] =>
  globSync('*/*.patch', { cwd: folder })
    .toSorted()
    .map((file) => readMutant(basename(file, '.patch'), readFileSync(join(folder, file), 'utf8')))
