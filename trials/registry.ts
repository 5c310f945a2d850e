import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Trial } from './trial.ts'

/** A trial and its file, relative to this folder: `claims/revocation/revoke.trial.ts`. */
export type TrialFile = Trial & { file: string }

const read = async (file: string): Promise<TrialFile> => {
  const { trial } = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as { trial?: Trial }
  if (!trial) throw new Error(`trials/${file} exports no trial: write "export const trial: Trial = { … }".`)
  return { ...trial, file }
}

/** All trials. A file `claims/<promise>/<name>.trial.ts` or `nightly/<subject>/<name>.trial.ts` exports one; docs/reference/trials lists them. */
export const trials: TrialFile[] = await Promise.all(
  globSync('{claims,nightly}/*/*.trial.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map(read),
)

/** The name on the command line and in records: `faults clock`. */
export const fullNameOf = ({ family, name }: Pick<Trial, 'family' | 'name'>): string => `${family} ${name}`
