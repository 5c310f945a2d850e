/** Bounds of a chart, so that neither its compilation nor its drawing can be made endless. */
export const chartLimits = {
  bytes: 100_000,
  depth: 32,
  /** Views that are drawn apart, after every `repeat` was written out. */
  views: 60,
  /** The compiler compares each with all others. */
  transforms: 200,
  params: 50,
  /** Of a list that is no data. */
  entries: 2000,
  expressionCharacters: 2000,
  formatCharacters: 60,
  /** Of what the compiler makes of it. */
  compiledBytes: 1_000_000,
} as const

/** Numbers that say how much is made, by the name they have. */
export const largest: ReadonlyMap<string, number> = new Map([
  ['maxbins', 1000],
  ['tickCount', 1000],
  ['steps', 10_000],
  ['maxsteps', 10_000],
  ['minsteps', 10_000],
  ['columns', 100],
  ['width', 10_000],
  ['height', 10_000],
  ['symbolLimit', 1000],
  ['quantileCount', 1000],
  ['quantizeCount', 1000],
  ['sample', 1_000_000],
])
