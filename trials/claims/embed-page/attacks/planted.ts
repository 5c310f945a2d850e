import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { changedInEsbuild, type ChangeSource } from '../../../../apps/embed/build/changed-source.ts'
import { buildPageInto } from '../../../../tools/web/build-page.ts'
import { pathOf, type SourceChange, withChanges } from '../../../harness/source-changes.ts'
import { pageGuards, policyGuards, sdkGuards, serviceGuards } from './guards.ts'

const changesOf = (guards: readonly { changes: readonly SourceChange[] }[]): SourceChange[] => guards.flatMap(({ changes }) => changes)

const changing = (changes: readonly SourceChange[]): ChangeSource => {
  const byPath = Map.groupBy(changes, pathOf)
  return (path) => {
    const own = byPath.get(resolve(path))
    return own ? withChanges(readFileSync(path, 'utf8'), own) : null
  }
}

/** The page with every guard of it as one that can be turned off. */
export const buildPlantedPage = (folder: string): Promise<void> => buildPageInto(folder, changing(changesOf(pageGuards)))

/** The SDK as hosts load it, as it is or with its guards as ones that can be turned off. */
export const buildSdk = async (isPlanted: boolean): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../../../packages/embed/src/script.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    plugins: [changedInEsbuild(isPlanted ? changing(changesOf(sdkGuards)) : () => null)],
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/** The service with its own as ones that can be turned off, and the page from this folder. */
export const plantedService = (folder: string): SourceChange[] => [
  ...changesOf([...policyGuards, ...serviceGuards]),
  {
    file: 'kernel/package.ts',
    find: "'../embed/dist' : 'dist/embed')",
    put: `'../embed/dist' : 'dist/embed') && ${JSON.stringify(folder)}`,
  },
]
