import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './installation.ts'

/** A replacement in one source file of the service, such as a kill point. `find` must occur exactly once. */
export type SourceChange = { file: string; find: string; put: string }

const source = join(import.meta.dirname, '../../apps/server/src')
const preload = join(import.meta.dirname, 'preload-changes.ts')
const variable = 'FACET_TRIAL_CHANGES'

export const pathOf = ({ file }: SourceChange): string => join(source, file)

/** The text of a file with its changes. Throws if the source no longer matches. */
export const withChanges = (text: string, changes: readonly SourceChange[]): string =>
  changes.reduce((changed, { file, find, put }) => {
    if (changed.split(find).length !== 2) throw new Error(`${file} does not contain "${find}" exactly once. Update the change.`)
    return changed.replace(find, () => put)
  }, text)

/** `facet serve` with these changes, which apply when files are loaded. Throws if a change does not match the source. */
export const changedProgram = (changes: readonly SourceChange[]): { settings: Settings; program: string[] } => {
  for (const [path, own] of Map.groupBy(changes, pathOf)) withChanges(readFileSync(path, 'utf8'), own)
  return { settings: { [variable]: JSON.stringify(changes) }, program: ['--import', preload, join(source, 'main.ts'), 'serve'] }
}

export const changesIn = (env: NodeJS.ProcessEnv): SourceChange[] => JSON.parse(env[variable] ?? '[]') as SourceChange[]
