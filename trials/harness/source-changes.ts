import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './installation.ts'

/** A change of one file of the service: the text that stands there once, and what stands in its place. */
export type SourceChange = { file: string; find: string; put: string }

const source = join(import.meta.dirname, '../../apps/server/src')
const preload = join(import.meta.dirname, 'preload-changes.ts')
const variable = 'FACET_TRIAL_CHANGES'

export const pathOf = ({ file }: SourceChange): string => join(source, file)

/** The text of a file with its changes; throws where the text has become another and the change no longer is what it was. */
export const withChanges = (text: string, changes: readonly SourceChange[]): string =>
  changes.reduce((changed, { file, find, put }) => {
    if (changed.split(find).length !== 2)
      throw new Error(`${file} does not say "${find}" exactly once: the change that the trial makes is out of date.`)
    return changed.replace(find, () => put)
  }, text)

/** Looked at before a node is started: a file that is never loaded would never complain. */
export const checkChanges = (changes: readonly SourceChange[]): void => {
  for (const [path, own] of Map.groupBy(changes, pathOf)) withChanges(readFileSync(path, 'utf8'), own)
}

/** What a process of Node is started with, so that the text of these files is changed as they are loaded. */
export const preloadOf = (changes: readonly SourceChange[]): { settings: Settings; args: string[] } => {
  checkChanges(changes)
  return { settings: { [variable]: JSON.stringify(changes) }, args: ['--import', preload] }
}

/** `facet serve` with these changes; the program itself has no switch for it. */
export const changedProgram = (changes: readonly SourceChange[]): { settings: Settings; program: string[] } => {
  const { settings, args } = preloadOf(changes)
  return { settings, program: [...args, join(source, 'main.ts'), 'serve'] }
}

export const changesIn = (env: NodeJS.ProcessEnv): SourceChange[] => JSON.parse(env[variable] ?? '[]') as SourceChange[]
