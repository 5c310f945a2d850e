export const families = ['bench', 'faults', 'security'] as const
export type Family = (typeof families)[number]

/** The result of a trial. `isPassed` decides the exit code. `figures` and `why` are printed in the last line. */
export type Finding = { isPassed: boolean; figures: Record<string, unknown>; why?: readonly string[] }

/** What a trial needs on the machine. tools/setup installs all of it. */
export type Need =
  | 'bubblewrap'
  | 'chromium'
  | 'cube'
  | 'dbt'
  | 'namespaces'
  | 'pgbench'
  | 'postgres'
  | 's3'
  | 'schemathesis'
  | 'ssh'
  | 'temporal'
  | 'wrk'

/** How the short form uses the machine: a trial that waits runs beside one that works. A trial that measures times runs alone. */
export type Pace = 'works' | 'waits' | 'alone'

export type TrialOptions = {
  quick: boolean
  /** Seed of random trials, to repeat a failure. Defaults to a random seed. */
  seed?: number
  say: (line: string) => void
}

/**
 * One named trial. `quick` is the short form: the same steps with fewer repetitions. A bench then reports its ratio without checking the
 * gate, because a shared machine is too noisy for short runs.
 */
export type Trial = {
  family: Family
  /** Unique in its family. */
  name: string
  /** `landing`: the short form runs before each merge, the full form nightly. `nightly`: runs nightly only, in full form. */
  runsOn: 'landing' | 'nightly'
  summary: string
  /** The promise that the trial proves, as README or SECURITY would word it. */
  claim: string
  /** What must hold for the trial to pass. */
  gate: string
  /** Which figure points to which cause. */
  onFailure: string
  needs: Need[]
  /** Expected duration of the short form on an idle machine with two cores. */
  short: { seconds: number; pace: Pace }
  run: (options: TrialOptions) => Promise<Finding>
}
