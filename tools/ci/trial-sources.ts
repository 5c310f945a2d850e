import { dirname, join } from 'node:path'
import type { Family, Trial } from '../../bench/src/trial.ts'
import { importsIn, type SourceFiles } from './sources.ts'

/** A trial as the choice sees it: what it declares, and the files it is made of. */
export type TrialFacts = Pick<Trial, 'watches' | 'short'> & { name: string; family: Family; sources: ReadonlySet<string> }

// The product is watched; and what says when trials run is no part of what they do.
const notOfTrials = /^(apps|packages)\/[^/]+\/src\/|^bench\/src\/watched\.ts$/
const lent = { '@facet/server/testing': 'apps/server/test/index.ts', '@facet/contract/who-may': 'packages/contract/test/who-may.ts' }

/** The files of a trial: what it imports by path or is lent by tests, programs beside what names them, and the folder of its name. */
export const sourcesOf = (family: Family, name: string, files: SourceFiles): Set<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const text = files.get(path)
    if (text === undefined || found.has(path) || notOfTrials.test(path)) return
    found.add(path)
    const programs = [...text.matchAll(/'([\w./-]+\.ts)'[,)]/g)].map(([, named = '']) => join(dirname(path), named))
    for (const target of [...importsIn(path, text, lent), ...programs]) visit(target)
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
