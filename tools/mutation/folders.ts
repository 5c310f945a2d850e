/** Pure folders that StrykerJS mutates nightly, with the lowest score (percent of mutants killed) that passes. */
export const minimumScores: Record<string, number> = {
  'packages/chart-spec': 50,
  'packages/cube-model': 50,
  'packages/dashboard-spec': 50,
  'packages/dbt-convert': 50,
  'apps/server/src/kernel': 35,
  'apps/server/src/limits': 50,
}

const chosen = process.env['FACET_MUTATE'] ?? 'packages/cube-model'
if (!(chosen in minimumScores)) throw new Error(`FACET_MUTATE must be one of ${Object.keys(minimumScores).join(', ')}.`)

/** The folder of this run, from the repository root. */
export const mutatedFolder = chosen
