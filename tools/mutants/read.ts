import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** A small fault as a patch, and the test files that must notice it. */
export type Mutant = { name: string; patch: string; tests: string[] }

/** The first line of a patch says `tests: <file> …`; git passes over it. */
export const readMutant = (name: string, patch: string): Mutant => {
  const tests = /^tests: (.+)$/m.exec(patch.slice(0, patch.indexOf('\n')))?.[1]?.split(' ')
  if (!tests) throw new Error(`The first line of ${name}.patch must be "tests:" and the files that notice the fault.`)
  return { name, patch, tests }
}

export const readMutants = (): Mutant[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .toSorted()
    .map((file) => readMutant(file.replace(/\.patch$/, ''), readFileSync(join(folder, file), 'utf8')))
