import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Trial } from './trial.ts'

/** A trial and the file it is in, from here: `embed/mint.trial.ts`. */
export type TrialFile = Trial & { file: string }

const read = async (file: string): Promise<TrialFile> => {
  const { trial } = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as { trial?: Trial }
  if (!trial) throw new Error(`bench/src/${file} exports no trial: write "export const trial: Trial = { … }".`)
  return { ...trial, file }
}

/** Every trial there is: a file `<area>/<name>.trial.ts` is one, and says itself what it is called. docs/quality.md explains each. */
export const trials: TrialFile[] = await Promise.all(
  globSync('*/*.trial.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map(read),
)

/** As it is called on the command line, and in records: `faults clock`. */
export const fullNameOf = ({ family, name }: Pick<Trial, 'family' | 'name'>): string => `${family} ${name}`
