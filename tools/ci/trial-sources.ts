import { dirname, join } from 'node:path'
import type { Family, Trial } from '../../bench/src/trial.ts'
import { fullNameOf, type TrialFile } from '../../bench/src/trials.ts'
import { placesOf } from '../../bench/src/watched.ts'
import { importsIn, type SourceFiles } from './sources.ts'

/** A trial as the choice sees it: beginnings of the paths that it watches, and the files it is made of. */
export type TrialFacts = Pick<Trial, 'watches' | 'short' | 'runsOnChange'> & { name: string; family: Family; sources: ReadonlySet<string> }

// The product is watched; and what says when trials run is no part of what they do.
const notOfTrials = /^(apps\/[^/]+|packages\/(contract|client|cube-model|chart-spec))\/src\/|^bench\/src\/watched\.ts$/
const lent = {
  '@facet/server/testing': 'apps/server/test/index.ts',
  '@facet/server/migrated-postgres': 'apps/server/test/migrated-postgres.ts',
  '@facet/contract/who-may': 'packages/contract/test/who-may.ts',
  '@facet/testkit/*': 'packages/testkit/src/*/index.ts',
}

/** The files of a trial: what it imports by path or is lent by tests, programs beside what names them, and the folder of its name. */
export const sourcesOf = (file: string, files: SourceFiles): Set<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const text = files.get(path)
    if (text === undefined || found.has(path) || notOfTrials.test(path)) return
    found.add(path)
    const programs = [...text.matchAll(/'([\w./-]+\.ts)'[,)]/g)].map(([, named = '']) => join(dirname(path), named))
    for (const target of [...importsIn(path, text, lent), ...programs]) visit(target)
  }
  visit(file)
  const folder = file.replace(/\.trial\.ts$/, '/')
  for (const path of files.keys()) if (path.startsWith(folder)) visit(path)
  return found
}

export const factsOf = (trials: TrialFile[], files: SourceFiles): TrialFacts[] =>
  trials.map((trial) => ({
    name: fullNameOf(trial),
    family: trial.family,
    watches: trial.watches.flatMap(placesOf),
    short: trial.short,
    ...(trial.runsOnChange ? { runsOnChange: true } : {}),
    sources: sourcesOf(`bench/src/${trial.file}`, files),
  }))
