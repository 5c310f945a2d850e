/** Names the folder that a recording run writes to. */
export const recordingFolder = 'FACET_RECORDING'

/** What one test file did, as the recorder writes it down: the functions it called, by file and by where they begin. */
export type Recorded = {
  test: string
  version: string
  ms: number
  called: Record<string, number[]>
  programs: string[]
  isComputing: boolean
}

/** `version`: of its text. `isBlind`: it starts programs of ours; `isComputing`: it starts compute processes. The recording sees into neither. */
export type TestFacts = { version: string; ms: number; isBlind: boolean; isComputing: boolean }

/** The same as the map keeps it: `executed` are the files of which it called more than every start of a server does. */
export type Observed = TestFacts & { test: string; executed: string[] }

/** Starts a server and asks it nothing. */
export const startTest = 'tools/ci/server-start.test.ts'

// Their code is not in this repository: nothing of it changes with a commit.
const outside = new Set(['biome', 'cp', 'git', 'openssl', 'oxlint', 'prlimit', 'ssh', 'ssh-keygen', 'sshd', 'versitygw'])

/**
 * A start puts the whole service together and so calls something of nearly every file; that tells no test apart, and one that breaks
 * every start is noticed by any. Of a file of which no test calls more than that, nor any that is known already, all count that call it.
 */
export const observationsOf = (recordings: Recorded[], known: ReadonlySet<string> = new Set()): Observed[] => {
  const atStart = recordings.find(({ test }) => test === startTest)?.called
  if (atStart === undefined) throw new Error(`${startTest} was not recorded, which the others are compared with.`)
  const startCalls = new Map(Object.entries(atStart).map(([path, functions]) => [path, new Set(functions)]))
  const isMore = (path: string, functions: number[]): boolean => functions.some((one) => startCalls.get(path)?.has(one) !== true)
  const toldApart = new Set(known)
  for (const { called } of recordings)
    for (const [path, functions] of Object.entries(called)) if (isMore(path, functions)) toldApart.add(path)
  return recordings.map(({ test, version, ms, called, programs, isComputing }) => ({
    test,
    version,
    ms,
    isComputing,
    isBlind: programs.some((program) => !outside.has(program)),
    executed: Object.entries(called).flatMap(([path, functions]) => (isMore(path, functions) || !toldApart.has(path) ? [path] : [])),
  }))
}
