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
  /** What random trials begin with, to see again what one of them found; without it they choose. */
  seed?: number
  say: (line: string) => void
}

/**
 * One named trial. `quick` is the short form: the same steps with fewer repetitions, and benches then report their ratio without
 * being held to the gate, since a shared machine is too noisy for short runs. A change runs the short form of the fault and security
 * trials that watch what it changes (`watched.ts`); `short` says how long that takes, about, on two cores.
 */
export type Trial = {
  family: Family
  /** Nobody else's in its family. */
  name: string
  summary: string
  watches: string[]
  needs: Need[]
  /** Changes of the service that show whether it would notice, each group made by itself; a test holds that they fit the source. */
  plants?: readonly (readonly SourceChange[])[]
  /** A bench of which more is counted than timed: a change of what it watches runs its short form, as that of the other families. */
  runsOnChange?: boolean
  short: { seconds: number; pace: Pace }
  run: (options: TrialOptions) => Promise<Finding>
}
