export type Family = 'bench' | 'faults' | 'security'

/** What a trial found. `isPassed` decides the exit code; `figures` is printed as the last line. */
export type Finding = { isPassed: boolean; figures: Record<string, unknown> }

/**
 * One named trial. `quick` is the short form CI runs: the same steps with fewer repetitions, and benches then report their
 * ratio without being held to the gate, since a shared machine is too noisy for short runs.
 */
export type Trial = { name: string; summary: string; run: (options: { quick: boolean; say: (line: string) => void }) => Promise<Finding> }
