import type { SourceChange } from './harness/source-changes.ts'

export const families = ['bench', 'faults', 'security'] as const
export type Family = (typeof families)[number]

/** What a trial found. `isPassed` decides the exit code; `figures` is printed as the last line, with what was not as it must be. */
export type Finding = { isPassed: boolean; figures: Record<string, unknown>; why?: readonly string[] }

/** What a trial has to find on the machine; tools/setup installs all of it. */
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

/** What the short form leaves of the machine: one that mostly waits is run beside one that works, one that measures times alone. */
export type Pace = 'works' | 'waits' | 'alone'

export type TrialOptions = {
  quick: boolean
  /** Whether to plant faults, to show that the trial would notice them. The short form leaves them to the nightly run. */
  plants: boolean
  /** Seed of random trials, to repeat a failure. Defaults to a random seed. */
  seed?: number
  say: (line: string) => void
}

/**
 * One named trial. `quick` is the short form: the same steps with fewer repetitions, without planted faults. A bench then reports its
 * ratio without checking the gate, because a shared machine is too noisy for short runs.
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
  /** Source changes that the trial must detect, each group applied on its own. A test checks that they match the source. */
  plants?: readonly (readonly SourceChange[])[]
  /** Expected duration of the short form on an idle machine with two cores. */
  short: { seconds: number; pace: Pace }
  run: (options: TrialOptions) => Promise<Finding>
}
