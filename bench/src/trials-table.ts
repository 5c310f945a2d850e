import type { Trial } from './trial.ts'

/** The table of `docs/quality.md` for one family of trials. */
export const tableOf = (trials: readonly Trial[]): string =>
  [
    '| Name | Runs on | Claim | Gate | On failure |',
    '|---|---|---|---|---|',
    ...trials
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ name, runsOn, claim, gate, onFailure }) => `| \`${name}\` | ${runsOn} | ${claim} | ${gate} | ${onFailure} |`),
  ].join('\n')
