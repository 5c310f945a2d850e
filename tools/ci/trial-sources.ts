import { dirname, join } from 'node:path'
import type { Family, Trial } from '../../bench/src/trial.ts'
import type { SourceFiles } from './sources.ts'

/** A trial as the choice sees it: what it declares, and the files it is made of. */
export type TrialFacts = Pick<Trial, 'watches' | 'short'> & { name: string; family: Family; sources: ReadonlySet<string> }

const taken = /from '(\.[^']+)'|'([\w./-]+\.ts)'/g
// Says when trials run, not what they do.
const declarations = 'bench/src/watched.ts'
const testing = "from '@facet/server/testing'"

/** The files of a trial: what it imports by path, whatever it starts that lies beside what names it, and the folder of its name. */
export const sourcesOf = (family: Family, name: string, files: SourceFiles): Set<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const text = files.get(path)
    if (text === undefined || found.has(path) || path === declarations) return
    found.add(path)
    const running = text.replaceAll(/^import type .*$/gm, '')
    for (const [, imported, named] of running.matchAll(taken)) visit(join(dirname(path), imported ?? named ?? ''))
    if (text.includes(testing)) found.add('apps/server/test/')
  }
  visit(`bench/src/${family}/${name}.ts`)
  for (const path of files.keys()) if (path.startsWith(`bench/src/${family}/${name}/`)) visit(path)
  return found
}

export const factsOf = (trials: Record<Family, Trial[]>, files: SourceFiles): TrialFacts[] =>
  (Object.keys(trials) as Family[]).flatMap((family) =>
    trials[family].map(({ name, watches, short }) => ({
      name: `${family} ${name}`,
      family,
      watches,
      short,
      sources: sourcesOf(family, name, files),
    })),
  )
