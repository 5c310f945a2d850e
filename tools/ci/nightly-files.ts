import { matchesGlob } from 'node:path'

// Long forms, and tests that only their own sources can break, are called `*.nightly.test.ts`.
const selected = (process.env['FACET_NIGHTLY_FILES'] ?? '').split(',').filter((file) => file !== '')
const isNightly = process.env['FACET_NIGHTLY'] === '1'

/** The files that match, without nightly ones: all of these with FACET_NIGHTLY=1, and those that a path rule selected. */
export const withNightly = (globs: string[]): string[] =>
  isNightly
    ? globs
    : [
        ...globs.map((glob) => glob.replace('*.test.ts', '!(*.nightly).test.ts')),
        ...selected.filter((file) => globs.some((glob) => matchesGlob(file, glob))),
      ]
