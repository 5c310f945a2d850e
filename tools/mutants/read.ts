import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/**
 * A small fault as a patch, and the test files that must notice it. A harmless one changes the text and not what it does: its
 * tests must pass, which shows that they tell a fault from any change.
 */
export type Mutant = { name: string; patch: string; files: string[]; tests: string[]; isHarmless: boolean }

/** The first line of a patch says `tests: <file> …` or `harmless: <file> …`; git passes over it. */
export const readMutant = (name: string, patch: string): Mutant => {
  const [, kind, tests] = /^(tests|harmless): (.+)$/.exec(patch.slice(0, patch.indexOf('\n'))) ?? []
  if (tests === undefined) throw new Error(`The first line of ${name}.patch must be "tests:" and the files that notice the fault.`)
  const files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path)
  return { name, patch, files, tests: tests.split(' '), isHarmless: kind === 'harmless' }
}

export const readMutants = (): Mutant[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .toSorted()
    .map((file) => readMutant(file.replace(/\.patch$/, ''), readFileSync(join(folder, file), 'utf8')))
