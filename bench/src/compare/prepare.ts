/** Measures for so many seconds and gives what was done in each. */
export type Measure = (seconds: number) => Promise<number>

/** Something that can be measured in the tree of either commit. */
export type Prepared = { measure: Measure; close: () => Promise<void> }

/** Starts what it measures. It is told for how many seconds it will be asked in all. */
export type Prepare = (totalSeconds: number) => Promise<Prepared>
